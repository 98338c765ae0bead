import './dots.css';
import { type KeyboardEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { readField } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { useFormat } from '../../core/format.ts';
import { useHref } from '../../core/link.ts';
import { useIsNarrow } from '../../core/mediaQuery.ts';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { type DotScale, type PlacedDot, placeDots, scaleOf, shareOf } from './placeDots.ts';

/** Pixels of a dot with its gap, and of the line on a phone and elsewhere at least. */
const dotWidth = 14;
const [narrowLine, wideLine] = [300, 640];

/** How far each row is from the middle, as a dot along a line. The figures are in the words of each. */
export default function DotsPicture({ node }: NodeProps<'dots'>) {
  const titleId = useId();
  const text = useText();
  const isNarrow = useIsNarrow();
  const { data, error, isPending, refetch } = useSource(node.source);
  if (error) return <SourceError error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton shape="stats" />;
  const rows = readRows(data, 'content').flatMap((row) => {
    const value = readField(row, node.value);
    return typeof value === 'number' ? [{ row, value }] : [];
  });
  // One dot around a middle is the middle.
  if (rows.length < 2) return null;
  const scale = scaleOf(
    rows.map(({ value }) => value),
    node,
  );
  const dots = placeDots(rows, scale, dotWidth / (isNarrow ? narrowLine : wideLine));
  return (
    <section className="section" {...(node.title && { 'aria-labelledby': titleId })}>
      {node.title && (
        <header className="section-head">
          <h2 id={titleId}>{text(node.title)}</h2>
        </header>
      )}
      <Picture node={node} dots={dots} scale={scale} titleId={node.title && titleId} />
    </section>
  );
}

interface PictureProps extends NodeProps<'dots'> {
  readonly dots: readonly PlacedDot<unknown>[];
  readonly scale: DotScale;
  readonly titleId: string | undefined;
}

function Picture({ node, dots, scale, titleId }: PictureProps) {
  const { t } = useTranslation();
  const text = useText();
  const format = useFormat();
  const href = useHref();
  // Which of them has the keyboard, and which is pointed at.
  const [current, setCurrent] = useState(0);
  const [shown, setShown] = useState<number>();
  const { usual } = node;
  const lanes = Math.max(...dots.map(({ lane }) => Math.abs(lane)));
  const isUnusual = (value: number) => usual !== undefined && Math.abs(value) >= usual;
  const wordsOf = ({ row, value }: PlacedDot<unknown>) =>
    `${text(node.label, row)}: ${format(node.format, value, row)}`;
  const atOf = (share: number) => ({ insetInlineStart: `${share * 100}%` });

  /** One stop for the keyboard, along which arrows lead: there may be hundreds. */
  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    const last = dots.length - 1;
    const next = {
      ArrowRight: Math.min(last, current + 1),
      ArrowLeft: Math.max(0, current - 1),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll<HTMLElement>('.dot')[next]?.focus();
  }

  const pointed = shown === undefined ? undefined : dots[shown];
  return (
    <figure className="dots">
      <div className="dots-field" style={{ blockSize: (lanes * 2 + 1) * dotWidth + 24 }}>
        {usual !== undefined && (
          <div
            className="dots-usual"
            style={{
              ...atOf(shareOf(-usual, scale)),
              inlineSize: `${(shareOf(usual, scale) - shareOf(-usual, scale)) * 100}%`,
            }}
          />
        )}
        <div className="dots-middle" style={atOf(shareOf(0, scale))} />
        <ul {...(titleId && { 'aria-labelledby': titleId })} onKeyDown={onKeyDown}>
          {dots.map((dot, at) => {
            const address = node.link && href(node.link, dot.row);
            const props = {
              className: isUnusual(dot.value) ? 'dot dot-unusual' : 'dot',
              'aria-label': wordsOf(dot),
              tabIndex: at === current ? 0 : -1,
              onFocus: () => {
                setCurrent(at);
                setShown(at);
              },
              onBlur: () => setShown(undefined),
              onPointerEnter: () => setShown(at),
              onPointerLeave: () => setShown(undefined),
            };
            return (
              <li
                key={String(readField(dot.row, node.rowKey))}
                style={{ ...atOf(dot.x), insetBlockStart: `calc(50% - ${dot.lane * dotWidth}px)` }}
              >
                {address ? <Link to={address} {...props} /> : <span role="img" {...props} />}
              </li>
            );
          })}
        </ul>
      </div>
      <div className="dots-axis" aria-hidden="true">
        {usual !== undefined &&
          [-usual, usual].map((value) => (
            <span key={value} style={atOf(shareOf(value, scale))}>
              {format(node.format, value)}
            </span>
          ))}
        <span style={atOf(shareOf(0, scale))}>{text(node.middle)}</span>
        {dots.some(({ value }) => value > scale.high) && (
          <span className="dots-beyond">≥ {format(node.format, scale.high)}</span>
        )}
      </div>
      <figcaption className="dots-words">
        {pointed ? wordsOf(pointed) : usual !== undefined && sayUnusual()}
      </figcaption>
    </figure>
  );

  function sayUnusual() {
    const integer = (value: number) => format({ as: 'integer' }, value);
    return t('ui:dots.unusual', {
      count: integer(dots.filter(({ value }) => isUnusual(value)).length),
      total: integer(dots.length),
    });
  }
}
