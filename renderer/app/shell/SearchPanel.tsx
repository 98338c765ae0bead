import './search.css';
import { InputGroup } from '@blueprintjs/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { OperationResponse } from '../../../schemas/api/operations.ts';
import { useSource } from '../../core/data.ts';
import { Icon } from '../../core/Icon.tsx';
import { useManifestIndex } from '../../core/manifest.ts';
import { SourceError } from '../../core/SourceError.tsx';
import { useTranslation } from '../../core/translation.ts';
import { useCombobox } from '../../core/useCombobox.ts';
import { type Hit, SearchHit } from './SearchHit.tsx';

type Group = OperationResponse<'search.find'>['groups'][number];

const quietMilliseconds = 250;

/** What is typed, and what it finds by kind; arrows choose, Enter opens, also before the answer is there. */
export default function SearchPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  /** Enter was pressed before what was typed had been answered. */
  const [isHurried, setIsHurried] = useState(false);
  const { property } = useParams();
  const wanted = typed.trim();
  // A letter is too little of all, but it may be a flat's number.
  const fewest = property ? 1 : 2;
  const isAsked = asked.length >= fewest;
  const { data, error, isPending, isFetching, isPlaceholder, refetch } = useSource<'search.find'>(
    isAsked
      ? { call: 'search.find', params: { q: asked, ...(property && { property }) } }
      : undefined,
  );
  // It also waits for the call's address, which isn't fetching yet.
  const isWaiting = isAsked && (isPending || isFetching || isPlaceholder);
  const isSettled = wanted === asked && !isWaiting;
  const groups = isAsked && !error ? (data?.groups ?? []) : [];
  const hits = groups.flatMap((group) => group.hits);
  const open = useOpen(onClose);
  const combobox = useCombobox({ count: hits.length, onPick: (at) => open(hits[at]) });
  const { isOpen, listId, input: wiring, narrow, option } = combobox;

  // The dialog is there before its scripts are.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), quietMilliseconds);
    return () => clearTimeout(timer);
  }, [wanted]);
  useEffect(() => {
    if (!isHurried || !isSettled) return;
    setIsHurried(false);
    open(hits[0]);
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isSettled) {
      wiring.onKeyDown(event);
      return;
    }
    event.preventDefault();
    setAsked(wanted);
    setIsHurried(wanted.length >= fewest);
  }

  let count = 0;
  return (
    <div className="search-panel">
      <label className="visually-hidden" htmlFor={id}>
        {t('ui:search.title')}
      </label>
      <InputGroup
        {...wiring}
        id={id}
        inputRef={input}
        size="large"
        type="search"
        maxLength={100}
        leftElement={<Icon name="search" className="search-icon" />}
        placeholder={t('ui:search.placeholder')}
        aria-expanded={isOpen && hits.length > 0}
        aria-busy={!isSettled && wanted.length >= fewest}
        value={typed}
        onKeyDown={onKeyDown}
        onValueChange={(next) => {
          setTyped(next);
          setIsHurried(false);
          narrow();
        }}
      />
      <div
        id={listId}
        className="search-list"
        role="listbox"
        aria-label={t('ui:search.title')}
        hidden={hits.length === 0}
      >
        {groups.map((group) => {
          const from = count;
          count += group.hits.length;
          return <SearchGroup key={group.kind} {...{ group, from, option }} />;
        })}
      </div>
      {error && isAsked ? (
        <SourceError error={error} onRetry={refetch} />
      ) : (
        <p className="search-note" role="status">
          <SearchWords isAsking={wanted.length >= fewest} {...{ isSettled, groups }} />
        </p>
      )}
    </div>
  );
}

/** That it loads, that nothing is found, how much is, or what can be typed. */
function SearchWords({
  isAsking,
  isSettled,
  groups,
}: {
  readonly isAsking: boolean;
  readonly isSettled: boolean;
  readonly groups: readonly Group[];
}) {
  const { t } = useTranslation();
  if (!isAsking) return t('ui:search.hint');
  if (!isSettled) return t('ui:loading');
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  if (count === 0) return t('ui:search.nothing');
  const hasMore = groups.some((group) => group.hasMore);
  return `${t('ui:search.found', { count })}${hasMore ? `. ${t('ui:search.more')}` : ''}`;
}

function SearchGroup({
  group: { kind, hits },
  from,
  option,
}: {
  readonly group: Group;
  /** Where its first hit stands in the list. */
  readonly from: number;
  readonly option: ReturnType<typeof useCombobox>['option'];
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
    <div role="group" aria-labelledby={id}>
      <div id={id} className="search-kind">
        {t(`ui:search.kinds.${kind}`)}
      </div>
      {hits.map((hit, at) => {
        const attributes = option(from + at);
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the option (aria-activedescendant).
          <div
            key={hit.id}
            {...attributes}
            role="option"
            aria-selected={attributes['data-active']}
            className="search-hit"
          >
            <SearchHit kind={kind} hit={hit} />
          </div>
        );
      })}
    </div>
  );
}

/** Goes to a hit's page; what the reader chose that the page knows comes along, as with links. */
function useOpen(onClose: () => void) {
  const navigate = useNavigate();
  const { routes } = useManifestIndex();
  const [chosen] = useSearchParams();
  return (hit: Hit | undefined) => {
    if (!hit) return;
    const [path = '', given] = hit.path.split('?');
    const query = new URLSearchParams(given);
    const known = routes.find(({ name }) => name === hit.route)?.query ?? [];
    for (const name of given && hit.documentType ? [] : known) {
      const value = chosen.get(name);
      if (value !== null && !query.has(name)) query.set(name, value);
    }
    onClose();
    void navigate(query.size > 0 ? `${path}?${query}` : path);
  };
}
