import { createContext, useContext } from 'react';
import type {
  OperationId,
  OperationInput,
  OperationResponse,
} from '../../schemas/api/operations.ts';
import { previewHeader } from '../../schemas/api/paths.ts';
import { ApiError, ConnectionError, FormatError } from './callError.ts';
import { takeHeadStart } from './headStart.ts';
import { loadOperation } from './operations.ts';

/** Path parameters, query and body of a call; undefined query values are left out. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Calls an operation and answers what its schema allows. Throws a `CallError`. */
export type CallOperation = <Id extends OperationId>(
  id: Id,
  input: OperationInput<Id> | CallInput,
  options?: { signal?: AbortSignal; sending?: Sending },
) => Promise<OperationResponse<Id>>;

/** A file as the body of a call that takes one. */
export interface Sending {
  readonly file: Blob;
  /** Told how much of it has gone, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

interface Way {
  readonly signal?: AbortSignal | undefined;
  readonly sending?: Sending | undefined;
}

/** Fetches what an operation streams; a `File` where the answer says what it is called. Throws a `CallError`. */
export type DownloadOperation = (
  id: OperationId,
  input: CallInput,
  /** What is larger than `maxBytes` isn't read: a `RangeError`. */
  options?: { signal?: AbortSignal; maxBytes?: number },
) => Promise<Blob>;

/** Opens what the server goes on telling at an address, or is refused: look at `ok`. */
export type OpenStream = (path: string, signal: AbortSignal) => Promise<Response>;

export interface Api {
  readonly call: CallOperation;
  readonly download: DownloadOperation;
  readonly openStream: OpenStream;
}

/** Where a request goes. */
interface Target {
  readonly method: string;
  readonly url: () => string;
  readonly accept?: string;
}

export interface ApiParts {
  readonly auth: {
    getAccessToken(): Promise<string | undefined>;
    /** Gets a fresh token for one that was refused; false when that can't be. */
    restore(refused: string): Promise<boolean>;
  };
  /** A token was refused; the operator's log names the reason beside this incident. */
  readonly onRefused: (incident: string | undefined) => void;
  /** The session is over, and could not be renewed. */
  readonly onSignedOut: () => void;
  /** The account is blocked (HTTP 423). */
  readonly onBlocked: () => void;
  /** Of each answer: the preview of another's account in which it was given; empty: none. */
  readonly onPreview?: (id: string) => void;
  readonly fetch?: typeof fetch;
}

/** The API's client. */
export function createApi(parts: ApiParts): Api {
  const {
    auth,
    onRefused,
    onSignedOut,
    onBlocked,
    onPreview,
    fetch = globalThis.fetch.bind(globalThis),
  } = parts;

  async function send(target: Target, input: CallInput, { signal, sending }: Way) {
    const { method, accept = 'application/json' } = target;
    const token = await auth.getAccessToken();
    const headers = new Headers({ Accept: accept });
    if (token) headers.set('Authorization', `Bearer ${token}`);
    if (sending) headers.set('Content-Type', 'application/octet-stream');
    else if (input.body !== undefined) headers.set('Content-Type', 'application/json');
    const request: RequestInit = {
      method,
      headers,
      ...(signal && { signal }),
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    };
    try {
      const url = target.url();
      if (sending) {
        const { sendFile } = await import('./sendFile.ts');
        return { response: await sendFile(url, request, sending), token };
      }
      return { response: await (takeHeadStart(url, request) ?? fetch(url, request)), token };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ConnectionError({ cause });
    }
  }

  /** Sends a call; once more when the session could be renewed. */
  async function sendAsUser(target: Target, input: CallInput, way: Way) {
    let { response, token } = await send(target, input, way);
    if (response.status === 401 && token) {
      onRefused(await readIncident(response.clone()).catch(() => undefined));
      if (await auth.restore(token)) ({ response } = await send(target, input, way));
      if (response.status === 401) onSignedOut();
    }
    if (response.ok) onPreview?.(response.headers.get(previewHeader) ?? '');
    if (response.status === 423) onBlocked();
    return response;
  }

  async function refuse(response: Response, signal: AbortSignal | undefined): Promise<never> {
    const { checkErrorBody } = await load(() => import('./responseChecks.ts'));
    throw checkedError(response.status, checkErrorBody(await readBody(response, signal)));
  }

  const call: CallOperation = async (id, input, way = {}) => {
    const { signal } = way;
    const { check, target } = await findOperation(id, input as CallInput);
    const response = await sendAsUser(target, input as CallInput, way);
    if (!response.ok) return refuse(response, signal);
    const body = response.status === 204 ? [] : await readBody(response, signal);
    if (check(body)) return body as OperationResponse<typeof id>;
    // The schema itself mends it, or says what is wrong.
    const { checkResponse } = await load(() => import('./responseChecks.ts'));
    const result = checkResponse(id, body);
    if (!result.success) throw new FormatError('response', firstIssue(result.error.issues));
    return result.data;
  };

  const download: DownloadOperation = async (id, input, { signal, maxBytes } = {}) => {
    const { target } = await findOperation(id, input);
    const response = await sendAsUser(target, input, { signal });
    if (!response.ok) return refuse(response, signal);
    if (maxBytes !== undefined && Number(response.headers.get('content-length')) > maxBytes) {
      await response.body?.cancel();
      throw new RangeError(`${id} answers more than ${maxBytes} bytes.`);
    }
    try {
      return await readFile(response);
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ConnectionError({ cause });
    }
  };

  const openStream: OpenStream = (path, signal) =>
    sendAsUser({ method: 'GET', url: () => path, accept: 'text/event-stream' }, {}, { signal });
  return { call, download, openStream };
}

async function findOperation(id: OperationId, input: CallInput) {
  const operation = await loadOperation(id);
  if (!operation) throw new Error(`There is no operation «${id}».`);
  const { address, check } = operation;
  const target: Target = {
    method: address.method,
    url: () => fillAddress(id, address.path, input),
  };
  return { target, check };
}

/** The address of a call: path parameters encoded, lists as repeated query parameters. */
export async function buildUrl(id: OperationId, input: CallInput): Promise<string> {
  return (await findOperation(id, input)).target.url();
}

function fillAddress(id: string, address: string, { params = {}, query = {} }: CallInput): string {
  const path = address.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    if (params[name] === undefined) throw new Error(`${id} needs the path parameter «${name}».`);
    return encodeURIComponent(String(params[name]));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

async function load<Module>(module: () => Promise<Module>) {
  try {
    return await module();
  } catch (cause) {
    throw new ConnectionError({ cause });
  }
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    // Not JSON, such as a proxy's page: the schemas say so.
    return undefined;
  }
}

async function readFile(response: Response): Promise<Blob> {
  const header = response.headers.get('content-disposition');
  const blob = await response.blob();
  if (header === null) return blob;
  const { parse } = await load(() => import('content-disposition'));
  const { filename } = parse(header).parameters;
  return filename === undefined ? blob : new File([blob], filename, { type: blob.type });
}

async function readIncident(response: Response): Promise<string | undefined> {
  const { checkErrorBody } = await load(() => import('./responseChecks.ts'));
  const { data } = checkErrorBody(await readBody(response, undefined));
  return data?.errors.find(({ field }) => field === 'incident')?.message;
}

type Checks = typeof import('./responseChecks.ts');

function checkedError(status: number, result: ReturnType<Checks['checkErrorBody']>) {
  // 502 to 504 without our body is a proxy in front of a portal that is down.
  if (!result.success && status >= 502 && status <= 504) {
    return new ConnectionError({ cause: result.error });
  }
  return result.success
    ? new ApiError(status, result.data)
    : new FormatError('error', firstIssue(result.error.issues));
}

function firstIssue(issues: readonly { message: string; path: PropertyKey[] }[]) {
  return issues[0] ?? { message: 'Invalid input', path: [] };
}

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

/** The whole client. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('There is no ApiProvider above this node.');
  return api;
}

/** The client's call function. */
export function useCallOperation(): CallOperation {
  return useApi().call;
}

/** The client's function for files. */
export function useDownload(): DownloadOperation {
  return useApi().download;
}
