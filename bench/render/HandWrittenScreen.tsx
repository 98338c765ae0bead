import { Button, Checkbox, Classes, HTMLSelect, InputGroup } from '@blueprintjs/core';
import undo from '@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigationType, useParams, useSearchParams } from 'react-router-dom';
import { useActions } from '../../renderer/core/actions.ts';
import { ErrorCard } from '../../renderer/core/ErrorCard.tsx';
import { useErrorText } from '../../renderer/core/errorText.ts';
import { Icon } from '../../renderer/core/Icon.tsx';
import { IconDrawing } from '../../renderer/core/IconDrawing.tsx';
import { useIsNarrow } from '../../renderer/core/mediaQuery.ts';
import { Skeleton } from '../../renderer/core/Skeleton.tsx';
import { showFullText } from '../../renderer/core/showFullText.ts';
import { useTranslation } from '../../renderer/core/translation.ts';
import { useIsPrinting } from '../../renderer/core/useIsPrinting.ts';
import { findUnit } from '../../schemas/entities/units.ts';
import type { Stat, Tenant } from './answers.ts';

/**
 * The screen of manifestScreen.ts as somebody would write it by hand: the same elements and Blueprint
 * components, the same libraries for data, addresses and texts, and nothing read from a manifest. It
 * serves its reader as that one does: each part waits, is empty, fails and breaks by itself, columns
 * without a figure are left out, paper says what the controls are set to, and an address may hold
 * anything. What it lacks is to its advantage: rows ticked from one to another, and cards.
 */

type Words = ReturnType<typeof useTranslation>['t'];

const timeframes = ['MONTHLY', 'WEEKLY', 'DAILY'];
const comparisons = ['NONE', 'PREVIOUS_PERIOD', 'LAST_YEAR'];
const pageSizes = [50, 100];

export function HandWrittenScreen() {
  const { t } = useTranslation();
  const { property = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const timeframe = oneOf(timeframes, search.get('timeframe'));
  const compare = oneOf(comparisons, search.get('compare'));
  const timeframeId = useId();
  const compareId = useId();
  const moreId = useId();
  const { data, error, refetch } = useQuery<
    Record<'name' | 'address' | 'zipCode' | 'city' | 'worksNo', string>
  >({
    queryKey: ['property.get', { property }],
  });
  useFocusOnNavigation();

  function choose(name: string, value: string, usual: string) {
    const next = new URLSearchParams(search);
    if (value === usual) next.delete(name);
    else next.set(name, value);
    setSearch(next, { preventScrollReset: true });
  }

  async function askAgain() {
    setIsBusy(true);
    await Promise.all(
      ['consumption.overview', 'consumption.tenants'].map((call) =>
        queries.invalidateQueries({ queryKey: [call] }),
      ),
    );
    setIsBusy(false);
  }

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} isPage />;
  return (
    <article className="page">
      <header className="page-head">
        <div className="page-title">
          <h1 tabIndex={-1}>{data?.name ?? <span className="skeleton skeleton-title" />}</h1>
          <p className="page-subtitle">
            {data ? (
              t('consumption:property.subtitle', {
                address: data.address,
                zipCode: data.zipCode,
                city: data.city,
                worksNo: data.worksNo,
              })
            ) : (
              <span className="skeleton skeleton-subtitle" />
            )}
          </p>
        </div>
      </header>
      <div className="page-body">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset of fieldsets is read out twice. */}
        <div className="controls" role="group" aria-label={t('consumption:controls.label')}>
          <fieldset className="control">
            <legend>{t('consumption:controls.timeframe')}</legend>
            <div className="segments">
              {timeframes.map((value) => (
                <label key={value} className="segment">
                  <input
                    type="radio"
                    name={timeframeId}
                    value={value}
                    checked={value === timeframe}
                    onChange={() => choose('timeframe', value, 'MONTHLY')}
                  />
                  <span>{t(`enums:timeframe.${value}`)}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <PaperWords
            label={t('consumption:controls.timeframe')}
            value={t(`enums:timeframe.${timeframe}`)}
          />
          <div className="control">
            <label className="control-label" htmlFor={compareId}>
              {t('consumption:controls.compare')}
            </label>
            <HTMLSelect
              id={compareId}
              value={compare}
              iconProps={{ title: '', 'aria-hidden': true }}
              onChange={(event) => choose('compare', event.currentTarget.value, 'NONE')}
              options={comparisons.map((value) => ({
                value,
                label: t(`enums:comparison.${value}`),
              }))}
            />
          </div>
          <PaperWords
            label={t('consumption:controls.compare')}
            value={t(`enums:comparison.${compare}`)}
          />
        </div>
        <Boundary>
          <Overview property={property} timeframe={timeframe} />
        </Boundary>
        <Boundary>
          <Tenants property={property} timeframe={timeframe} />
        </Boundary>
        <section className="section" aria-labelledby={moreId}>
          <header className="section-head">
            <h2 id={moreId}>{t('consumption:graph.title')}</h2>
          </header>
          <div className="section-body section-columns">
            <p className="text text-muted">{t('consumption:graph.empty.description')}</p>
            <Link className={`${Classes.BUTTON} ${Classes.LARGE} `} to="/consumption">
              <Icon name="map" />
              <span className={Classes.BUTTON_TEXT}>{t('consumption:navigation')}</span>
            </Link>
            <Button size="large" intent="primary" loading={isBusy} onClick={() => void askAgain()}>
              {t('ui:retry')}
            </Button>
          </div>
        </section>
      </div>
    </article>
  );
}

/** An address may bring along anything; the first is what holds without it. */
function oneOf(known: readonly string[], value: string | null): string {
  return value !== null && known.includes(value) ? value : (known[0] ?? '');
}

/** What a control is set to, for paper, where there are no controls. */
function PaperWords({ label, value }: { label: string; value: string }) {
  return useIsPrinting() ? (
    <p className="control-words">
      {label}: <strong>{value}</strong>
    </p>
  ) : null;
}

let hasShownScreen = false;

/** After a navigation the heading gets the focus, as on every page of the portal. */
function useFocusOnNavigation() {
  const [arrival] = useState(useNavigationType());
  useEffect(() => {
    if (hasShownScreen) {
      if (arrival !== 'POP') window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    hasShownScreen = true;
  }, [arrival]);
}

/** What goes wrong in a part of the page stays in it. */
class Boundary extends Component<{ children: ReactNode }, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <ErrorCard
        titleKey="ui:node.failed"
        message={error.message}
        onRetry={() => this.setState({ error: undefined })}
      />
    );
  }
}

interface FailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly isPage?: boolean;
}

function Failure({ error, onRetry, isPage = false }: FailureProps) {
  const errorText = useErrorText();
  const message = errorText(error);
  return (
    <ErrorCard titleKey="ui:source.failed" message={message} onRetry={onRetry} isPage={isPage} />
  );
}

interface NothingProps {
  readonly title: string;
  readonly icon: 'drop' | 'people' | 'search';
  readonly children?: ReactNode;
}

function Nothing({ title, icon, children }: NothingProps) {
  return (
    <div className="empty-state" role="status">
      <Icon name={icon} size={32} className="empty-state-icon" />
      <p className="empty-state-title">{title}</p>
      {children}
    </div>
  );
}

interface SpanProps {
  readonly property: string;
  readonly timeframe: string;
}

function Overview({ property, timeframe }: SpanProps) {
  const { t, i18n } = useTranslation();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery<{ content: Stat[] }>({
    queryKey: ['consumption.overview', { property, timeframe }],
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton shape="stats" />;
  if (data.content.length === 0) {
    return <Nothing title={t('consumption:stats.empty.title')} icon="drop" />;
  }
  return (
    <ul className="stats" aria-busy={isPlaceholderData}>
      <li className="stats-note" aria-hidden="true">
        {t('ui:stats.changes', { label: t('consumption:stats.change') })}
      </li>
      {data.content.map((stat) => (
        <li key={stat.category} className="stat">
          <p className="stat-label">{t(`enums:deviceCategory.${stat.category}`)}</p>
          <p className="stat-value">
            <Quantity value={stat.current} unit={stat.unit} t={t} language={i18n.language} />
          </p>
          <p className="stat-change">
            <Icon name={trendOf(stat.changePercent)} />
            <span className="figures">
              {percent(i18n.language)
                .format(stat.changePercent / 100)
                .replace('-', '\u2212')}
            </span>
            <span className="visually-hidden">{t('consumption:stats.change')}</span>
          </p>
          {stat.status !== 'MEASURED' && (
            <p className={`status status-${stat.status.toLowerCase()}`}>
              {t(`enums:intervalStatus.${stat.status}`)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function trendOf(change: number) {
  if (change === 0) return 'trend-none';
  return change > 0 ? 'trend-up' : 'trend-down';
}

const allColumns = [
  { name: 'tenantNo', label: 'consumption:tenants.tenantNo', align: 'start' },
  { name: 'tenantName', label: 'consumption:tenants.tenantName', align: 'start' },
  { name: 'address', label: 'consumption:tenants.address', align: 'start' },
  { name: 'COLD_WATER_METER', label: 'enums:deviceCategory.COLD_WATER_METER', align: 'end' },
  { name: 'HOT_WATER_METER', label: 'enums:deviceCategory.HOT_WATER_METER', align: 'end' },
  { name: 'ENERGY', label: 'enums:deviceCategory.ENERGY', align: 'end' },
] as const;

/** Without figures that no row has. */
function shownColumns(rows: readonly Tenant[]) {
  return allColumns.filter(
    ({ name, align }) =>
      align === 'start' || rows.length === 0 || rows.some(({ totals }) => totals[name] != null),
  );
}

function Tenants({ property, timeframe }: SpanProps) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const [search, setSearch] = useSearchParams();
  const isNarrow = useIsNarrow();
  const queries = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { toast } = useActions();
  const pageInAddress = Number(search.get('tenants.page'));
  const page = Number.isInteger(pageInAddress) && pageInAddress > 1 ? pageInAddress - 1 : 0;
  const size = Number(oneOf(pageSizes.map(String), search.get('tenants.size')));
  const wantedSort = search.get('tenants.sort') ?? '';
  const isSortable = allColumns.some(({ name }) => name === wantedSort.replace(/^-/, ''));
  const sort = isSortable ? wantedSort : undefined;
  const wanted = search.get('tenants.search') ?? '';
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery<{
    total: number;
    content: Tenant[];
  }>({
    queryKey: [
      'consumption.tenants',
      {
        ...{ property, timeframe, size, sort },
        page: page > 0 ? page : undefined,
        search: wanted || undefined,
      },
    ],
  });
  const rows = data?.content ?? [];
  const total = data?.total ?? 0;
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const columns = shownColumns(rows);
  const hasColumn = (wantedName: string) => columns.some(({ name }) => name === wantedName);
  // A filter elsewhere can leave the address on a page that is no more.
  const isBeyond = !isPlaceholderData && total > 0 && rows.length === 0 && page > 0;
  useEffect(() => {
    if (isBeyond) set({ page: undefined });
  });
  const selectedHere = rows.filter(({ id }) => selected.has(id)).length;
  const integer = (value: number) => figures(i18n.language, 0).format(value);

  function set(patch: Record<string, string | undefined>) {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(patch)) {
      if (value === undefined) next.delete(`tenants.${name}`);
      else next.set(`tenants.${name}`, value);
    }
    setSearch(next, { preventScrollReset: true });
  }

  function sortBy(name: string) {
    const next = { [name]: `-${name}`, [`-${name}`]: undefined };
    set({ sort: sort !== undefined && sort in next ? next[sort] : name, page: undefined });
  }

  async function copy(value: string) {
    await navigator.clipboard.writeText(value);
    toast({ text: t('ui:copied'), timeout: 3000 });
  }

  async function askAgain() {
    await queries.invalidateQueries({ queryKey: ['consumption.tenants'] });
    setSelected(new Set());
  }

  function toggle(id: number) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  }

  function renderRows() {
    if (error) return <Failure error={error} onRetry={() => void refetch()} />;
    if (isPending || isBeyond) return <Skeleton shape="table" />;
    if (rows.length === 0 && wanted === '') {
      return <Nothing title={t('consumption:tenants.empty.title')} icon="people" />;
    }
    if (rows.length === 0) {
      const wishes = t('ui:table.wish', { wanted });
      return (
        <Nothing title={t('ui:table.noMatches', { wishes })} icon="search">
          <Button onClick={() => set({ search: undefined, page: undefined })}>
            {t('ui:table.clearSearch')}
          </Button>
        </Nothing>
      );
    }
    return (
      <div className="table-rows" aria-busy={isPlaceholderData}>
        <div className="table-scroll">
          <table
            aria-labelledby={titleId}
            className={columns.length + 2 > 7 ? 'table-wide' : undefined}
            onMouseMove={showFullText}
          >
            <thead>
              <tr>
                <th scope="col" className="cell-check">
                  <Checkbox
                    aria-label={t('ui:table.selectAll')}
                    checked={selectedHere > 0 && selectedHere === rows.length}
                    indeterminate={selectedHere > 0 && selectedHere < rows.length}
                    onChange={() =>
                      setSelected(
                        new Set(selectedHere === rows.length ? [] : rows.map(({ id }) => id)),
                      )
                    }
                  />
                </th>
                {columns.map(({ name, label, align }) => (
                  <SortHeader
                    key={name}
                    label={t(label)}
                    className={`cell-${align}${name === 'tenantName' ? ' cell-primary' : ''}`}
                    direction={directionOf(name, sort)}
                    onClick={() => sortBy(name)}
                  />
                ))}
                <th scope="col" className="cell-start">
                  <span className="heading">{t('consumption:tenants.status')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((tenant) => (
                <TenantRow
                  key={tenant.id}
                  tenant={tenant}
                  hasColumn={hasColumn}
                  to={`/consumption/${property}/${tenant.id}?timeframe=${timeframe}`}
                  isSelected={selected.has(tenant.id)}
                  onToggle={() => toggle(tenant.id)}
                  onCopy={() => void copy(tenant.tenantNo)}
                  t={t}
                  language={i18n.language}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    );
  }

  // Cards for narrow windows would stand here: the measured window is wide.
  if (isNarrow) return null;
  return (
    <section className="table" aria-labelledby={titleId}>
      <header className="table-head">
        <h2 id={titleId}>{t('consumption:tenants.title')}</h2>
        <Search
          placeholder={t('consumption:tenants.search')}
          value={wanted}
          onChange={(value) => set({ search: value || undefined, page: undefined })}
        />
      </header>
      <div className="selection-bar" data-used={selected.size > 0}>
        <p role="status">{selected.size > 0 && t('ui:table.selected', { count: selected.size })}</p>
        {selected.size > 0 && (
          <>
            <Button
              size="small"
              intent="none"
              icon={<IconDrawing paths={undo} />}
              onClick={() => void askAgain()}
            >
              {t('ui:retry')}
            </Button>
            <Button size="small" variant="minimal" onClick={() => setSelected(new Set())}>
              {t('ui:table.clearSelection')}
            </Button>
          </>
        )}
      </div>
      {renderRows()}
      {total > 0 && (
        <nav
          className="pager"
          aria-label={`${t('ui:table.pages')}: ${t('consumption:tenants.title')}`}
        >
          <p className="pager-range" role="status">
            {t('ui:table.range', {
              first: integer(Math.min(page * size + 1, total)),
              last: integer(Math.min((page + 1) * size, total)),
              total: integer(total),
            })}
          </p>
          <HTMLSelect
            aria-label={t('ui:table.pageSize')}
            value={size}
            iconProps={{ title: '', 'aria-hidden': true }}
            onChange={(event) => set({ size: event.currentTarget.value, page: undefined })}
            options={pageSizes.map((one) => ({
              value: one,
              label: t('ui:table.perPage', { size: integer(one) }),
            }))}
          />
          <div className="pager-steps">
            <Button
              icon={<Icon name="chevron-left" />}
              aria-label={t('ui:table.previous')}
              disabled={page === 0}
              onClick={() => set({ page: String(page) })}
            />
            <span className="figures">
              {t('ui:table.page', { page: integer(page + 1), pages: integer(last + 1) })}
            </span>
            <Button
              icon={<Icon name="chevron-right" />}
              aria-label={t('ui:table.next')}
              disabled={page >= last}
              onClick={() => set({ page: String(page + 2) })}
            />
          </div>
        </nav>
      )}
    </section>
  );
}

interface RowProps {
  readonly tenant: Tenant;
  readonly hasColumn: (name: string) => boolean;
  readonly to: string;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly onCopy: () => void;
  readonly t: Words;
  readonly language: string;
}

function TenantRow({ tenant, hasColumn, to, isSelected, onToggle, onCopy, t, language }: RowProps) {
  const copyLabel = t('ui:table.copy', { value: tenant.tenantNo });
  return (
    <tr className="row-linked" aria-selected={isSelected}>
      <td className="cell-check">
        <Checkbox
          aria-label={t('ui:table.select', { row: tenant.tenantName })}
          checked={isSelected}
          onChange={onToggle}
        />
      </td>
      <td className="cell-start">
        <div>
          {tenant.tenantNo}
          <button
            type="button"
            className="copy-button icon-button"
            aria-label={copyLabel}
            title={copyLabel}
            onClick={onCopy}
          >
            <Icon name="clipboard-copy" size={14} />
          </button>
        </div>
        <Link className="row-cover" aria-hidden="true" tabIndex={-1} to={to} />
      </td>
      <td className="cell-start cell-primary">
        <div className="cell-text">
          <Link className="row-link" to={to}>
            {tenant.tenantName}
          </Link>
        </div>
      </td>
      <td className="cell-start">
        <div className="cell-text">{tenant.address}</div>
      </td>
      {hasColumn('COLD_WATER_METER') && (
        <FigureCell value={tenant.totals.COLD_WATER_METER} unit="m³" t={t} language={language} />
      )}
      {hasColumn('HOT_WATER_METER') && (
        <FigureCell value={tenant.totals.HOT_WATER_METER} unit="m³" t={t} language={language} />
      )}
      {hasColumn('ENERGY') && (
        <FigureCell value={tenant.totals.ENERGY} unit="kWh" t={t} language={language} />
      )}
      <td className="cell-start">
        <div className="cell-text">{t(`enums:intervalStatus.${tenant.status}`)}</div>
      </td>
    </tr>
  );
}

function FigureCell(props: QuantityProps) {
  return (
    <td className="cell-end">
      <div>
        <Quantity {...props} />
      </div>
    </td>
  );
}

function directionOf(name: string, sort: string | undefined) {
  if (sort === name) return 'ascending';
  return sort === `-${name}` ? 'descending' : 'none';
}

const sortIcons = {
  none: 'unsorted',
  ascending: 'sort-ascending',
  descending: 'sort-descending',
} as const;

interface SortHeaderProps {
  readonly label: string;
  readonly className: string;
  readonly direction: keyof typeof sortIcons;
  readonly onClick: () => void;
}

function SortHeader({ label, className, direction, onClick }: SortHeaderProps) {
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <span className="heading">
        <button type="button" className="sort-button" onClick={onClick}>
          <span>{label}</span>
          <Icon name={sortIcons[direction]} className={`sort-icon sort-icon-${direction}`} />
        </button>
      </span>
    </th>
  );
}

interface SearchProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Search({ placeholder, value, onChange }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const settled = useRef(value);
  useEffect(() => {
    if (typed.trim() === settled.current) return undefined;
    const timer = setTimeout(() => {
      settled.current = typed.trim();
      onChange(typed.trim());
    }, 300);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <InputGroup
      className="table-search"
      type="search"
      leftElement={<Icon name="search" className="search-icon" />}
      placeholder={placeholder}
      aria-label={placeholder}
      maxLength={100}
      value={typed}
      onValueChange={setTyped}
    />
  );
}

interface QuantityProps {
  readonly value: number | null | undefined;
  readonly unit: string;
  readonly t: Words;
  readonly language: string;
}

function Quantity({ value, unit, t, language }: QuantityProps) {
  if (value === null || value === undefined) {
    return (
      <>
        <span aria-hidden="true" className="missing-value">
          –
        </span>
        <span className="visually-hidden">{t('ui:missing')}</span>
      </>
    );
  }
  const words = unit === 'HCA' ? t('ui:units.HCA') : unit;
  return `${figures(language, findUnit(unit)?.decimals ?? 2).format(value)}\u202f${words}`;
}

// Making a formatter costs far more than using it.
const formats = new Map<string, Intl.NumberFormat>();

function remember(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

function figures(language: string, places: number): Intl.NumberFormat {
  return remember(
    `${language} ${places}`,
    () =>
      new Intl.NumberFormat(language, {
        useGrouping: 'always',
        minimumFractionDigits: places,
        maximumFractionDigits: places,
      }),
  );
}

function percent(language: string): Intl.NumberFormat {
  return remember(
    `${language} %`,
    () =>
      new Intl.NumberFormat(language, {
        useGrouping: 'always',
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
        signDisplay: 'exceptZero',
      }),
  );
}
