import { describe, expect, it, vi } from 'vitest';
import { buildUrl, createApi, type Sending } from '../../../renderer/core/api.ts';
import { ApiError, type CallError, ConnectionError } from '../../../renderer/core/callError.ts';

const period = { periodBegin: '2026-01-01', periodEnd: '2026-01-31' };
const refusal = {
  status: 'PROPERTY_NOT_FOUND',
  message: 'There is no property 7.',
  errors: [{ field: 'query.property', message: 'unknown' }],
  code: 1201,
  timestamp: '2026-01-01T10:00:00.000Z',
};

function json(status: number, body: unknown) {
  return new Response(JSON.stringify(body), { status });
}

function createTestApi(...answers: (Response | Error)[]) {
  const fetch = vi.fn(async (_url: string | URL | Request, _init?: RequestInit) => {
    const answer = answers.shift();
    if (!answer) throw new Error('The test has no more answers.');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const auth = {
    getAccessToken: vi.fn(async (): Promise<string | undefined> => 'token'),
    restore: vi.fn(async () => true),
  };
  const onRefused = vi.fn();
  const onSignedOut = vi.fn();
  const onBlocked = vi.fn();
  const { call, download, openStream } = createApi({
    auth,
    onRefused,
    onSignedOut,
    onBlocked,
    fetch,
  });
  return {
    fetch,
    auth,
    onRefused,
    onSignedOut,
    onBlocked,
    openStream,
    download: () => download('reportDefinition.file', { query: { report: 7 } }),
    upload: (sending: Sending, signal?: AbortSignal) =>
      call(
        'upload.create',
        { query: { fileName: 'a.pdf' } },
        { sending, ...(signal && { signal }) },
      ),
    ask: () => call('consumption.period', { query: { property: 7 } }),
    fail: async (): Promise<CallError> => {
      try {
        await call('consumption.period', { query: { property: 7 } });
      } catch (error) {
        return error as CallError;
      }
      throw new Error('The call was expected to fail.');
    },
  };
}

describe('addresses of calls', () => {
  it('encodes path parameters and repeats lists', async () => {
    const query = { a: [1, 2], b: undefined, c: null, d: '', e: 0, f: false };
    expect(await buildUrl('property.get', { params: { property: 'a/b' }, query })).toBe(
      '/api/property/a%2Fb?a=1&a=2&e=0&f=false',
    );
  });

  it('says which path parameter is missing', async () => {
    await expect(buildUrl('property.get', {})).rejects.toThrow(
      'property.get needs the path parameter «property»',
    );
  });
});

describe('calls', () => {
  it('sends the token and answers what the schema names', async () => {
    const { ask, fetch } = createTestApi(json(200, { ...period, extra: 1 }));
    expect(await ask()).toEqual(period);
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/consumption/period?property=7');
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token');
  });

  it('turns an error body into an ApiError', async () => {
    const error = await createTestApi(json(404, refusal)).fail();
    expect(error).toBeInstanceOf(ApiError);
    expect(error.textKey).toBe('PROPERTY_NOT_FOUND');
    expect(error.details).toEqual({
      type: 'Api',
      message: 'There is no property 7.',
      code: 1201,
      timestamp: '2026-01-01T10:00:00.000Z',
      field: 'query.property: unknown',
    });
  });

  it.each([
    ['not JSON', new Response('<html>', { status: 500 })],
    ['of another shape', json(400, { oops: true })],
  ])('tells a bad error body: %s', async (_what, response) => {
    const error = await createTestApi(response).fail();
    expect(error.textKey).toBe('BAD_ERROR_FORMAT');
    expect(error.details.type).toBe('Zod');
  });

  it('tells an answer that breaks its schema, with the field', async () => {
    const error = await createTestApi(json(200, { ...period, periodEnd: 'soon' })).fail();
    expect(error.textKey).toBe('ZOD');
    expect(error.details).toMatchObject({ type: 'Zod', field: 'periodEnd' });
  });

  it('tells that nothing answers', async () => {
    const error = await createTestApi(new TypeError('Failed to fetch')).fail();
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.textKey).toBe('CONNECTION');
  });

  it('takes a proxy’s page for a portal that is down', async () => {
    const error = await createTestApi(new Response('Bad gateway', { status: 502 })).fail();
    expect(error.textKey).toBe('CONNECTION');
  });

  it('renews the token once after a 401', async () => {
    const { ask, auth, onSignedOut } = createTestApi(json(401, refusal), json(200, period));
    expect(await ask()).toEqual(period);
    expect(auth.restore).toHaveBeenCalledTimes(1);
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('signs out when the token can’t be renewed, or is refused again', async () => {
    const first = createTestApi(json(401, { ...refusal, status: 'UNAUTHENTICATED' }));
    first.auth.restore.mockResolvedValue(false);
    expect((await first.fail()).textKey).toBe('UNAUTHENTICATED');
    expect(first.onSignedOut).toHaveBeenCalledTimes(1);

    const second = createTestApi(json(401, refusal), json(401, refusal));
    await second.fail();
    expect(second.fetch).toHaveBeenCalledTimes(2);
    expect(second.onSignedOut).toHaveBeenCalledTimes(1);
  });

  it('ends no session of a visitor, who has none: the call fails, and that is all', async () => {
    const visitor = createTestApi(json(401, { ...refusal, status: 'UNAUTHENTICATED' }));
    visitor.auth.getAccessToken.mockResolvedValue(undefined);
    expect((await visitor.fail()).textKey).toBe('UNAUTHENTICATED');
    expect(visitor.fetch).toHaveBeenCalledTimes(1);
    expect(new Headers(visitor.fetch.mock.calls[0]?.[1]?.headers).has('authorization')).toBe(false);
    expect(visitor.auth.restore).not.toHaveBeenCalled();
    expect(visitor.onSignedOut).not.toHaveBeenCalled();
  });

  it('opens streams with the token in a header alone, and a fresh one where it was refused', async () => {
    const { openStream, fetch, auth } = createTestApi(
      json(401, refusal),
      new Response('data: \n\n'),
    );
    const { signal } = new AbortController();
    auth.getAccessToken.mockResolvedValueOnce('old').mockResolvedValueOnce('fresh');
    expect((await openStream('/api/changes', signal)).ok).toBe(true);
    const sent = fetch.mock.calls.map(([url, init]) => {
      const headers = new Headers(init?.headers);
      return [url, headers.get('authorization'), headers.get('accept'), init?.signal === signal];
    });
    expect(sent).toEqual([
      ['/api/changes', 'Bearer old', 'text/event-stream', true],
      ['/api/changes', 'Bearer fresh', 'text/event-stream', true],
    ]);
  });

  it('reports a blocked account', async () => {
    const { fail, onBlocked } = createTestApi(json(423, { ...refusal, status: 'ACCOUNT_BLOCKED' }));
    expect((await fail()).textKey).toBe('ACCOUNT_BLOCKED');
    expect(onBlocked).toHaveBeenCalledTimes(1);
  });
});

describe('a file', () => {
  it('is called as the answer says, whatever the letters, and nothing when it doesn’t say', async () => {
    const named = (disposition: string) =>
      new Response('{}', { headers: { 'content-disposition': disposition } });
    const { download } = createTestApi(
      named(`attachment; filename="?.json"; filename*=UTF-8''%C5%BC%C3%B3%C5%82w.json`),
      named('attachment; filename="flats.json"'),
      new Response('{}'),
    );
    expect(await download()).toMatchObject({ name: 'żółw.json' });
    expect(await download()).toMatchObject({ name: 'flats.json' });
    expect(await download()).not.toHaveProperty('name');
  });
});

describe('a file as the body', () => {
  it('goes as it is, with the token, and tells how much has gone', async () => {
    const headers: Record<string, string> = {};
    const instances: FakeRequest[] = [];
    class FakeRequest {
      upload = {} as { onprogress?: (event: { loaded: number; total: number }) => void };
      status = 200;
      responseText = JSON.stringify({
        upload: 'a'.repeat(32),
        fileName: 'a.pdf',
        mediaType: 'application/pdf',
        size: 4,
      });
      onload?: () => void;
      onabort?: () => void;
      opened: unknown[] = [];
      body: unknown;
      constructor() {
        instances.push(this);
      }
      open(...given: unknown[]) {
        this.opened = given;
      }
      setRequestHeader(name: string, value: string) {
        headers[name] = value;
      }
      send(body: unknown) {
        this.body = body;
      }
      abort() {
        this.onabort?.();
      }
    }
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const { upload } = createTestApi();
    const onProgress = vi.fn();
    const file = new Blob(['data']);
    const sent = upload({ file, onProgress });
    await vi.waitFor(() => expect(instances[0]?.body).toBe(file));
    const [request] = instances;
    expect(request?.opened).toEqual(['POST', '/api/upload?fileName=a.pdf']);
    expect(headers).toMatchObject({
      authorization: 'Bearer token',
      'content-type': 'application/octet-stream',
    });
    request?.upload.onprogress?.({ loaded: 1, total: 4 });
    expect(onProgress).toHaveBeenCalledWith(0.25);
    request?.onload?.();
    expect(await sent).toMatchObject({ fileName: 'a.pdf' });

    const stopping = new AbortController();
    const stopped = upload({ file }, stopping.signal);
    await vi.waitFor(() => expect(instances[1]?.body).toBe(file));
    stopping.abort(new Error('not wanted'));
    await expect(stopped).rejects.toThrow('not wanted');
    vi.unstubAllGlobals();
  });
});
