import './map.css';
import './placeList.css';
import './mapPrint.css';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQueryState } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { useHref } from '../../core/link.ts';
import { useManifestIndex } from '../../core/manifest.ts';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { useFullscreen } from '../../core/useFullscreen.ts';
import { type MapView, readView, writeView } from './mapView.ts';
import { PlaceList } from './PlaceList.tsx';
import { PlacesMap } from './PlacesMap.tsx';
import { type Bounds, isInside, isLocated, type Place, searchPlaces, toPlaces } from './places.ts';

/** Places on a map beside a list of what the map shows. */
export default function MapNode({ node }: NodeProps<'map'>) {
  const { data, error, isPending, refetch } = useSource(node.source);
  const places = useMemo(() => toPlaces(readRows(data, node.rows), node), [data, node]);
  if (error && !data) return <SourceError error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton shape="map" />;
  if (places.length === 0) return <EmptyState {...node.empty} />;
  return <Places node={node} places={places} />;
}

function Places({ node, places }: NodeProps<'map'> & { places: readonly Place[] }) {
  const { t } = useTranslation();
  const text = useText();
  const navigate = useNavigate();
  const href = useHref();
  const { market } = useManifestIndex();
  const [query, setQuery] = useQueryState();
  const viewKey = `${node.id}.view`;
  const searchKey = `${node.id}.search`;

  const [initialView] = useState(() => readView(query[viewKey]));
  const [search, setSearch] = useState(String(query[searchKey] ?? ''));
  const [bounds, setBounds] = useState<Bounds>();
  const [isInViewOnly, setInViewOnly] = useState(true);
  const [highlighted, setHighlighted] = useState<string>();
  const fullscreen = useFullscreen('meterhouse.mapFullscreen');

  const wanted = useDeferredValue(search);
  const found = useMemo(() => searchPlaces(places, wanted), [places, wanted]);
  const listed = useMemo(
    () => (bounds && isInViewOnly ? found.filter((place) => isInside(place, bounds)) : found),
    [found, bounds, isInViewOnly],
  );
  const located = useMemo(() => found.filter(isLocated), [found]);
  const hrefOf = useCallback((place: Place) => href(node.link, place.row), [href, node.link]);
  const onOpen = useCallback(
    (place: Place) => {
      const to = hrefOf(place);
      if (to !== undefined) navigate(to);
    },
    [hrefOf, navigate],
  );

  // Back leads to the same view: the address follows, without an entry in the history for each move.
  const home = useRef(window.location.pathname);
  const keep = useRef<(patch: Record<string, string | undefined>) => void>(() => undefined);
  keep.current = (patch) => {
    // A map that still moves while its page is being left must not lead back to it.
    if (window.location.pathname !== home.current) return;
    if (Object.entries(patch).every(([name, value]) => query[name] === value)) return;
    setQuery(patch, { replace: true });
  };
  const onMove = useCallback(
    (next: Bounds, view: MapView) => {
      setBounds(next);
      keep.current({ [viewKey]: writeView(view) });
    },
    [viewKey],
  );
  useEffect(() => {
    keep.current({ [searchKey]: wanted || undefined });
  }, [wanted, searchKey]);

  const count = t('ui:map.shown', { shown: listed.length, total: places.length });
  return (
    <div className={fullscreen.isOn ? 'map-frame map-frame-fullscreen' : 'map-frame'}>
      <div className="map">
        <div className="map-side">
          <div className="map-side-head">
            <input
              type="search"
              className="bp6-input"
              aria-label={text(node.searchPlaceholder)}
              placeholder={text(node.searchPlaceholder)}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <div className="map-count">
              <span role="status">{count}</span>
              <button
                type="button"
                className="map-link"
                aria-pressed={!isInViewOnly}
                onClick={() => setInViewOnly(!isInViewOnly)}
              >
                {t('ui:map.showAll')}
              </button>
            </div>
          </div>
          {listed.length === 0 ? (
            <p className="map-none">
              {found.length === 0 ? t('ui:map.noMatches', { search }) : t('ui:map.noneInView')}
            </p>
          ) : (
            <PlaceList
              label={t('ui:map.list')}
              places={listed}
              highlighted={highlighted}
              hrefOf={hrefOf}
              onHighlight={setHighlighted}
            />
          )}
        </div>
        <div className="map-main">
          <PlacesMap
            label={text(node.label)}
            places={located}
            tiles={market.tiles}
            initialView={initialView}
            highlighted={highlighted}
            onOpen={onOpen}
            onHighlight={setHighlighted}
            onMove={onMove}
          />
          <button
            type="button"
            className="map-fullscreen-button"
            aria-pressed={fullscreen.isOn}
            onClick={fullscreen.toggle}
          >
            {t(fullscreen.isOn ? 'ui:map.leaveFullscreen' : 'ui:map.fullscreen')}
          </button>
        </div>
      </div>
    </div>
  );
}
