import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OperationId } from '../../schemas/api/operations.ts';
import { compileCondition } from '../../schemas/conditions.ts';
import type { Action, CallAction } from '../../schemas/manifest/actions.ts';
import type { CompiledRoute } from '../../schemas/manifest/compiled.ts';
import type { Link } from '../../schemas/manifest/parts.ts';
import type { Text } from '../../schemas/manifest/references.ts';
import { type Actions, type Panel, useActions } from './actions.ts';
import { buildUrl, type CallOperation, type DownloadOperation, useApi } from './api.ts';
import {
  type BindingContext,
  resolveValue,
  resolveValues,
  type SetQuery,
  useBindings,
  useQueryState,
} from './bindings.ts';
import { callingFrom } from './callError.ts';
import { buildHref, readAddress } from './link.ts';
import { useManifestIndex } from './manifest.ts';
import { splitParameters } from './operations.ts';
import { usePlace } from './place.ts';
import { resolveText, type Translate } from './text.ts';
import { useTranslation } from './translation.ts';

const copyToastMilliseconds = 3000;

/** What an action is used on, beyond the bindings of its place. */
export interface ActionContext {
  readonly row?: unknown;
  readonly selection?: readonly unknown[];
  readonly form?: unknown;
}

interface Surroundings extends Actions {
  readonly call: CallOperation;
  readonly download: DownloadOperation;
  readonly queries: QueryClient;
  readonly bindings: BindingContext;
  readonly setQuery: SetQuery;
  readonly go: (link: Link, context: BindingContext) => void;
  readonly t: Translate;
  readonly routes: readonly CompiledRoute[];
}

/**
 * Does what an action says. Answers whether it was done: false when the reader declined,
 * or closed a panel in which nothing was submitted. Rejects
 * with the `CallError` of a call that failed, once what was shown ahead of it is taken back.
 */
export async function runAction(
  action: Action,
  surroundings: Surroundings,
  on: ActionContext = {},
): Promise<boolean> {
  const context: BindingContext = { ...surroundings.bindings, ...on };
  const { queries, t } = surroundings;
  switch (action.do) {
    case 'signIn': {
      const { providerAction, returnTo } = action;
      const path = returnTo && surroundings.routes.find(({ name }) => name === returnTo)?.path;
      surroundings.signIn({ providerAction, returnTo: path });
      return true;
    }
    case 'signOut':
      surroundings.signOut();
      return true;
    case 'consent':
      surroundings.askConsent();
      return true;
    case 'go':
      surroundings.go(action.to, context);
      return true;
    case 'setQuery':
      surroundings.setQuery(resolveValues(action.query, context) as Parameters<SetQuery>[0]);
      return true;
    case 'visit': {
      const address = readAddress(action.address, context);
      if (address) window.open(address, '_blank', 'noopener,noreferrer');
      return true;
    }
    case 'setLanguage':
      await surroundings.setLanguage(String(resolveValue(action.language, context)));
      return true;
    case 'copy':
      await navigator.clipboard.writeText(String(resolveValue(action.value, context) ?? ''));
      surroundings.toast({ text: t('ui:copied'), timeout: copyToastMilliseconds });
      return true;
    case 'print':
      window.print();
      return true;
    case 'refresh':
      await invalidate(queries, action.calls);
      return true;
    case 'open':
      return surroundings.open({
        screen: action.screen,
        as: action.as,
        params: asParameters(resolveValues(action.params, context)),
      });
    case 'download':
      return saveDownload(action, surroundings, context);
    case 'call':
      return runCall(action, surroundings, context);
  }
}

/** Its failure is said here: with what the server said, which no other failure shows. */
async function saveDownload(
  { call, params, ticket, fileName }: Extract<Action, { do: 'download' }>,
  surroundings: Surroundings,
  context: BindingContext,
): Promise<boolean> {
  const id = call as OperationId;
  try {
    const values = resolveValues(params, context);
    const file = ticket
      ? await fetchAddress(id, ticket as OperationId, { values, surroundings })
      : await surroundings.download(id, await splitParameters(id, values));
    const said = fileName === undefined ? undefined : resolveValue(fileName, context);
    const own = file instanceof File ? file.name : undefined;
    surroundings.save(file, String(said ?? own ?? 'download'));
    return true;
  } catch (error) {
    surroundings.report(error, 'download');
    return false;
  }
}

/** Where the browser gets the file by itself: with a token that works once. */
async function fetchAddress(
  id: OperationId,
  ticket: OperationId,
  { values, surroundings }: { values: Record<string, unknown>; surroundings: Surroundings },
): Promise<string> {
  const { params } = await splitParameters(ticket, values);
  const { token } = (await surroundings.call(ticket, { params })) as { token: string };
  return buildUrl(id, await splitParameters(id, { ...values, token }));
}

async function runCall(
  action: CallAction,
  surroundings: Surroundings,
  context: BindingContext,
): Promise<boolean> {
  const { queries, t } = surroundings;
  if (action.confirm && !(await ask(action.confirm, surroundings, context))) return false;
  const { applyOptimistic } = action.optimistic
    ? await import('./optimistic.ts')
    : { applyOptimistic: undefined };
  const takeBack = applyOptimistic?.(queries, action, context);
  let answer: unknown;
  try {
    answer = await send(action, surroundings, context);
  } catch (error) {
    takeBack?.();
    throw error;
  }
  const after = { ...context, answer };
  const inWords = (text: Text | undefined, of: BindingContext) => text && resolveText(text, of, t);
  const undo = action.undo && isKnown(action.undo, after) ? action.undo : undefined;
  const text = inWords(action.toast, after) ?? (undo && t('ui:done'));
  if (text) {
    const takeCallBack = async (command: NonNullable<typeof undo>) => {
      try {
        const undone = await send(command, surroundings, after);
        const said = inWords(command.toast, { ...context, answer: undone });
        if (said) surroundings.toast({ text: said, intent: 'success' });
        await invalidate(queries, action.invalidates);
      } catch (error) {
        surroundings.report(error);
      }
    };
    surroundings.toast({
      text,
      intent: action.toastIntent ?? 'success',
      ...(undo && { action: { text: t('ui:undo'), onClick: () => void takeCallBack(undo) } }),
    });
  }
  await invalidate(queries, action.invalidates);
  if (action.next) surroundings.go(action.next, after);
  return true;
}

/** Whether the reader goes on, or needn't be asked by what the question's own source answers. */
async function ask(
  { source, when, ...question }: NonNullable<CallAction['confirm']>,
  surroundings: Surroundings,
  context: BindingContext,
): Promise<boolean> {
  const data = source ? await send(source, surroundings, context) : context.data;
  const known = { ...context, data };
  if (when && !compileCondition(when)((operand) => resolveValue(operand, known))) return true;
  const inWords = (text: Text) => resolveText(text, known, surroundings.t);
  const { title, text, accept, intent } = question;
  return surroundings.confirm({
    title: inWords(title),
    intent,
    text: text && inWords(text),
    accept: accept && inWords(accept),
  });
}

/** Without what it is of, nothing can be taken back. */
function isKnown({ params }: Command, context: BindingContext): boolean {
  const isMissing = (value: unknown) => value === undefined || value === null;
  return !Object.values(resolveValues(params, context)).some(isMissing);
}

type Command = Pick<CallAction, 'call' | 'params' | 'body'>;

async function send(
  command: Command,
  { call }: Surroundings,
  context: BindingContext,
): Promise<unknown> {
  const id = command.call as OperationId;
  const given = await splitParameters(id, resolveValues(command.params, context));
  const body = command.body ? resolveValues(command.body, context) : context.form;
  return call(id, { ...given, ...(body !== undefined && { body }) });
}

async function invalidate(queries: QueryClient, calls: readonly string[] = []): Promise<void> {
  await Promise.all(calls.map((call) => queries.invalidateQueries({ queryKey: [call] })));
}

/** As an address would have them, which has nothing empty, but for lists, which stay what they are. */
function asParameters(values: Readonly<Record<string, unknown>>): Panel['params'] {
  const isKnown = (value: unknown) => value !== undefined && value !== null && value !== '';
  const known = Object.entries(values).filter(([, value]) => isKnown(value));
  return Object.fromEntries(
    known.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
}

/** Whether what starts an action shows that it is under way: not while a panel lies over it. */
export function isWaitedFor(action: Action): boolean {
  return action.do !== 'open';
}

/** How to run an action here. Its promise rejects when a call fails: forms show that themselves. */
export function useAction(): (action: Action, on?: ActionContext) => Promise<boolean> {
  const actions = useActions();
  const place = usePlace();
  const api = useApi();
  const queries = useQueryClient();
  const bindings = useBindings();
  const [, setQuery] = useQueryState();
  const navigate = useNavigate();
  const { routes } = useManifestIndex();
  const { t } = useTranslation();
  return useCallback(
    (action, on) => {
      const go: Surroundings['go'] = (link, context) => {
        const address = buildHref(link, routes, context);
        if (address !== undefined) void navigate(address);
      };
      const call = callingFrom(place, api.call);
      const download = callingFrom(place, api.download);
      const around = { ...actions, call, download, queries, bindings, setQuery, go, t, routes };
      return runAction(action, around, on);
    },
    [actions, place, api, queries, bindings, setQuery, navigate, routes, t],
  );
}

/** The same for buttons and rows: a failure becomes the error toast, and never throws. */
export function useRunAction(): (action: Action, on?: ActionContext) => Promise<boolean> {
  const run = useAction();
  const { report } = useActions();
  return useCallback(
    async (action, on) => {
      try {
        return await run(action, on);
      } catch (error) {
        report(error);
        return false;
      }
    },
    [run, report],
  );
}
