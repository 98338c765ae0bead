import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { labelOf } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { maxPrintedRows, useIsPrinting } from '../../core/useIsPrinting.ts';
import { isLocated, type Place } from './places.ts';

interface PlaceListProps {
  readonly label: string;
  readonly places: readonly Place[];
  readonly highlighted: string | undefined;
  readonly hrefOf: (place: Place) => string | undefined;
  readonly onHighlight: (key: string | undefined) => void;
}

const rowHeight = 64;

/** The places as links; only the rows in sight are in the page. */
export function PlaceList({ label, places, highlighted, hrefOf, onHighlight }: PlaceListProps) {
  const isPrinting = useIsPrinting();
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: places.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 320, height: 640 },
  });
  const items = isPrinting
    ? places.slice(0, maxPrintedRows).map((_, index) => ({ index, start: 0 }))
    : rows.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroller} className="map-list-scroll" tabIndex={0} aria-label={label}>
      <ul style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const place = places[index];
          return (
            place && (
              <li
                key={place.key}
                aria-setsize={places.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
                className={place.key === highlighted ? 'map-row map-row-highlighted' : 'map-row'}
                onMouseEnter={() => onHighlight(place.key)}
                onMouseLeave={() => onHighlight(undefined)}
              >
                <Row place={place} href={hrefOf(place)} onHighlight={onHighlight} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly place: Place;
  readonly href: string | undefined;
  readonly onHighlight: (key: string | undefined) => void;
}

function Row({ place, href, onHighlight }: RowProps) {
  const { t } = useTranslation();
  const content = (
    <>
      <span className="map-row-title">{place.title}</span>
      <span className="map-row-description">{place.description}</span>
      {!isLocated(place) && <span className="map-nowhere">{t('ui:map.nowhere')}</span>}
      {place.severity !== null && (
        <span className={`map-badge map-severity-${place.severity}`}>
          {labelOf('urgency', place.severity, t)}
        </span>
      )}
    </>
  );
  if (href === undefined) return <div className="map-row-link">{content}</div>;
  return (
    <Link
      to={href}
      className="map-row-link"
      onFocus={() => onHighlight(place.key)}
      onBlur={() => onHighlight(undefined)}
    >
      {content}
    </Link>
  );
}
