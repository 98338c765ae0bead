import { isObject } from '../../schemas/isObject.ts';
import { foldForms } from './foldForms.ts';
import { nounOf } from './nouns.ts';
import type { View } from './snapshot.ts';
import type { Teller } from './words.ts';

/** One difference in words, with everybody whom it concerns. */
export interface Difference {
  readonly words: string;
  /** `CZ / portal_admin`, with the language when it isn't the same in all. */
  readonly audiences: readonly string[];
}

type Json = unknown;
interface Part {
  readonly id?: string;
  readonly name?: string;
  readonly at?: string;
}

/** How two snapshots differ, in words. The same difference for several audiences is told once. */
export function compareSnapshots(
  before: Iterable<View>,
  after: Iterable<View>,
  tell: Teller,
): readonly Difference[] {
  const [old, current] = [byAudience(before), byAudience(after)];
  const found = new Map<string, Change & { audiences: Set<string> }>();
  const [oldCountries, newCountries] = [old, current].map(
    (views) => new Set([...views.values()].map(({ country }) => country)),
  );
  for (const key of new Set([...old.keys(), ...current.keys()])) {
    const [one, other] = [old.get(key), current.get(key)];
    const changes = one && other ? compareViews(one, other) : [said(one ? 'gone' : 'new')];
    // Of a market that is new everything is told, as against one that has nothing.
    if (!one && other && !oldCountries?.has(other.country)) {
      changes.push(...compareViews(nothing, other));
    } else if (one && !other && !newCountries?.has(one.country)) {
      changes.push(...compareViews(one, nothing));
    }
    for (const change of changes) {
      const { audiences } = found.get(change.id) ?? { audiences: new Set() };
      audiences.add(key);
      // Labels are words of a language: those of the reader's stand for all.
      const known = found.get(change.id);
      const isOwn = key.endsWith(`/${tell.language}`);
      found.set(change.id, { ...(known && !isOwn ? known : change), audiences });
    }
  }
  const all = new Map([...old, ...current]);
  return mergeEdits([...found.values()]).map(({ say, others, audiences }) => ({
    words: others > 0 ? tell.count('differences.places', others, { words: say(tell) }) : say(tell),
    audiences: nameAudiences(audiences, all, tell),
  }));
}

const nothing: Pick<View, 'parts'> = { parts: new Map() };

/** One edit may show in many places and to many, such as a label that all tables take from its field. */
function mergeEdits(
  changes: readonly (Change & { readonly audiences: ReadonlySet<string> })[],
): { say: Change['say']; others: number; audiences: ReadonlySet<string> }[] {
  const groups = new Map<string, { say: Change['say']; others: number; audiences: Set<string> }>();
  for (const { id, say, edit = id, audiences } of changes) {
    const known = groups.get(edit);
    const all = new Set([...(known?.audiences ?? []), ...audiences]);
    const others = known ? known.others + 1 : 0;
    groups.set(edit, { say: known?.say ?? say, others, audiences: all });
  }
  return [...groups.values()];
}

/** A difference, which is the same by its id and edit whatever language it is told in. */
interface Change {
  readonly id: string;
  readonly say: (tell: Teller) => string;
  /** What was written otherwise, wherever it shows. */
  readonly edit?: string;
}

function said(what: string, screen = ''): Change {
  return {
    id: `${what} ${screen}`,
    say: (tell) => tell.text(`differences.${what}`, { screen }),
  };
}

function byAudience(views: Iterable<View>): Map<string, View> {
  return new Map([...views].map((view) => [`${view.country}/${view.role}/${view.language}`, view]));
}

function compareViews(before: Pick<View, 'parts'>, after: Pick<View, 'parts'>): Change[] {
  const names = new Set([...before.parts.keys(), ...after.parts.keys()]);
  return [...names].flatMap((name) => {
    const place = name.replace(/^screens\//, '');
    // A snapshot of an earlier version lacks a list that came later, and nobody's has nothing.
    const none = name === 'index' ? {} : [];
    const [one, other] = [before, after].map(
      ({ parts }) => parts.get(name) ?? (name === place ? none : undefined),
    );
    if (one === undefined) return [said('appears', place)];
    if (other === undefined) return [said('vanishes', place)];
    const at = { place, noun: nounOf(name) ?? '', member: name };
    return compareValues(foldForms(one), foldForms(other), at);
  });
}

interface Place {
  /** Where the value stands, in words. */
  readonly place: string;
  readonly noun: string;
  readonly member: string;
  /** Where in the files the nearest part around it is written, and the way from there. */
  readonly origin?: string | undefined;
}

function compareValues(before: Json, after: Json, at: Place): Change[] {
  if (textOf(before) === textOf(after)) return [];
  const [old, current] = [before, after].map((list, side, both) =>
    list === undefined && isPartList(both[1 - side], at) ? [] : list,
  );
  if (isPartList(old, at) && isPartList(current, at)) return compareLists(old, current, at);
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    keys.delete('at');
    const origin = (after as Part).at ?? (before as Part).at ?? at.origin;
    return [...keys].flatMap((key) =>
      compareValues(before[key], after[key], {
        place: at.place,
        // Fields of forms don't say where they are written: those of one name have it from one part.
        origin: key === 'form' ? 'form' : origin,
        // The menus of all modules stand by the module's name.
        noun: nounOf(key) ?? (at.member === 'sidebars' ? at.noun : ''),
        member: at.member && !isRootMember(at.member) ? `${at.member}.${key}` : key,
      }),
    );
  }
  const long = compareLong(before, after);
  const change = long?.id ?? `${textOf(before)} → ${textOf(after)}`;
  const isText = typeof before === 'string' && typeof after === 'string';
  // The same text, or list, that becomes the same; of anything else it has to be the same place of a file.
  const edit =
    isText || long
      ? `${at.member.split('.').at(-1)}: ${change}`
      : at.origin && `${at.origin} ${at.member}: ${change}`;
  const say = (tell: Teller) =>
    tell.text('differences.value', {
      member: at.member,
      place: at.place,
      change: long?.say(tell) ?? `${show(before, tell)} → ${show(after, tell)}`,
    });
  return [{ id: `${at.member} in ${at.place}`, say, ...(edit && { edit }) }];
}

/** Where a part is written is no difference: any line above it moves it. */
function textOf(value: Json): string | undefined {
  return JSON.stringify(value, (key, one) => (key === 'at' ? undefined : one));
}

/** What lists differ in that are too long to be shown side by side. */
function compareLong(before: Json, after: Json): Change | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const [old, current] = [before, after].map((list) => list.map((one) => textOf(one) ?? ''));
  if (!old || !current || Math.max(old.join().length, current.join().length) < maxShown) {
    return undefined;
  }
  const gone = old.filter((one) => !current.includes(one));
  const added = current.filter((one) => !old.includes(one));
  if (gone.length + added.length > 0) {
    const tellFew = (tell: Teller, what: string, list: readonly string[]) =>
      list.length > 0 ? [tell.text(`differences.${what}`, { values: listFew(list, tell) })] : [];
    return {
      id: JSON.stringify({ gone, added }),
      say: (tell) =>
        [...tellFew(tell, 'without', gone), ...tellFew(tell, 'with', added)].join(', '),
    };
  }
  const from = current[current.findIndex((one, index) => one !== old[index])];
  return {
    id: JSON.stringify({ from }),
    say: (tell) =>
      tell.text('differences.reordered', { value: from ?? tell.text('differences.end') }),
  };
}

function listFew(all: readonly string[], tell: Teller): string {
  const values = all.slice(0, maxListed).map(shorten).join(', ');
  const count = String(all.length - maxListed);
  return all.length > maxListed ? tell.text('differences.more', { values, count }) : values;
}

/** Whether a member is only the name of a file of the snapshot. */
function isRootMember(member: string): boolean {
  return member === 'index' || member.startsWith('screens/');
}

function compareLists(before: readonly Part[], after: readonly Part[], at: Place): Change[] {
  const [old, current] = [byId(before), byId(after)];
  const noun = at.noun || at.member;
  const changes: Change[] = [];
  const add = (id: string, part: Part, what: 'shown' | 'hidden') =>
    changes.push({
      id: `${noun} ${id} ${what} in ${at.place}`,
      say: (tell) => {
        // A list that is of nothing known is called as the file calls it.
        const kind = at.noun ? tell.noun(at.noun) : at.member;
        const thing = `${kind} ${nameOf(id, part)}`;
        return tell.text(`differences.${what}`, { thing, place: at.place });
      },
      ...((part.at ?? at.origin) && { edit: `${part.at ?? at.origin} ${noun} ${id} ${what}` }),
    });
  for (const [id, part] of old) {
    if (!current.has(id)) add(id, part, 'hidden');
  }
  for (const [id, part] of current) {
    const known = old.get(id);
    if (!known) {
      add(id, part, 'shown');
      continue;
    }
    const place = `${at.place} › ${id}`;
    const origin = at.origin && `${at.origin} › ${id}`;
    changes.push(...compareValues(known, part, { place, noun: '', member: '', origin }));
  }
  const kept = (list: readonly Part[], other: ReadonlyMap<string, Part>) =>
    list.map(idOf).filter((id) => other.has(id));
  const [was, is] = [kept(before, current), kept(after, old)];
  if (was.join() !== is.join()) {
    // Who sees fewer of them sees the same move.
    const order = `order of ${at.member}`;
    const { member, place } = at;
    changes.push({
      id: `${order} in ${place}`,
      say: (tell) => tell.text('differences.order', { member, place, values: is.join(', ') }),
      ...(at.origin && { edit: `${at.origin} ${order}` }),
    });
  }
  return changes;
}

function byId(parts: readonly Part[]): Map<string, Part> {
  return new Map(parts.map((part) => [idOf(part), part]));
}

function nameOf(id: string, part: object): string {
  const { label, title, path } = part as { label?: unknown; title?: unknown; path?: unknown };
  const name = [label, title, path].find((one) => typeof one === 'string');
  return name && name !== id ? `${name} (${id})` : id;
}

/** Routes and fields carry a name in place of an id. */
function idOf({ id, name }: Part): string {
  return id ?? name ?? '';
}

function isPartList(value: Json, { noun }: Place): value is Part[] {
  // An empty list doesn't say what it is of.
  return Array.isArray(value) && value.every(isPart) && (noun !== '' || value.length > 0);
}

function isPart(value: Json): boolean {
  return isObject(value) && ('id' in value || 'name' in value);
}

function show(value: Json, tell: Teller): string {
  if (value === undefined) return tell.text('differences.nothing');
  return shorten(typeof value === 'string' ? `«${value}»` : (textOf(value) ?? ''));
}

const maxShown = 120;
const maxListed = 10;

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown - 3)}…` : text;
}

/** Audiences as short as can be: whole countries, and languages only where they matter. */
function nameAudiences(
  keys: ReadonlySet<string>,
  all: ReadonlyMap<string, View>,
  tell: Teller,
): string[] {
  const say = (role: string) => tell.text(`differences.${role}`);
  const languagesOf = (audience: string, from: Iterable<string>) =>
    [...from].filter((key) => key.startsWith(`${audience}/`)).map((key) => key.split('/')[2]);
  const audiences = [...new Set([...keys].map((key) => key.split('/').slice(0, 2).join('/')))];
  const names = audiences.map((audience) => {
    const [country = '', role = ''] = audience.split('/');
    const [own, every] = [languagesOf(audience, keys), languagesOf(audience, all.keys())];
    const suffix = own.length < every.length ? ` (${own.join(', ')})` : '';
    const isWhole = suffix === '';
    return { country, role, label: `${role === 'visitor' ? say(role) : role}${suffix}`, isWhole };
  });
  const countries = [...new Set(names.map(({ country }) => country))];
  return countries.flatMap((country) => {
    const own = names.filter((name) => name.country === country);
    const roles = new Set(
      [...all.keys()]
        .filter((key) => key.startsWith(`${country}/`))
        .map((key) => key.split('/')[1]),
    );
    const isEverybody = own.length === roles.size && own.every(({ isWhole }) => isWhole);
    if (isEverybody) return [`${country} / ${say('everybody')}`];
    const others = [...roles].filter((role) => role !== 'visitor');
    const isEverybodySignedIn =
      own.length === others.length &&
      own.every(({ role, isWhole }) => isWhole && others.includes(role));
    if (isEverybodySignedIn) return [`${country} / ${say('signedIn')}`];
    return own.map(({ label }) => `${country} / ${label}`);
  });
}
