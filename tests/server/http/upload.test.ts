import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createAccountImport } from '../../../server/features/accountImport/accountImport.ts';
import { createImporting } from '../../../server/features/readings/importing.ts';
import type { Job, Jobs } from '../../../server/jobs/jobs.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';
import { addHouse } from '../imports/support.ts';

let database: Database;
let portal: WholePortal;
let authorization: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
  portal = await startWholePortal(database);
  await addAccounts(database, [anAccount('sup', { roles: ['portal_support'] })]);
  authorization = `Bearer ${await portal.tokenOf('sup')}`;
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
  portal.request(`${portal.url}/api/import/readings`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

it('refuses a file that says it is too large before reading it, in the sender’s language', async () => {
  const response = await upload('serial;at;value\n', { 'content-length': '1000000001' });
  expect([response.status, (await response.json()).message]).toEqual([
    413,
    expect.stringContaining('Plik ma ponad 1000 MB'),
  ]);
});

it('refuses a file as a whole, and what is said of it, in the sender’s language', async () => {
  const unknown = await (await upload('colour;size\nred;1\n')).json();
  expect(unknown.status).toBe('IMPORT_REFUSED');
  expect(unknown.message).toMatch(/^Kolumny pliku nie są znane/);
  const to = `${portal.url}/api/import/readings?column=x%3Dseriall`;
  const headers = { authorization };
  const response = await portal.request(to, { method: 'POST', headers, body: 'x\n' });
  const { errors } = await response.json();
  expect(errors.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringMatching(/^oczekiwano Zähler=serial albo innej z: /),
  ]);
});

it('reads two files of an account at once, and the others once these are done', async () => {
  const pulled: number[] = [];
  const ends: (() => void)[] = [];
  const files = Array.from({ length: 5 }, (_, index) => {
    const lines = [`serial;at;value\n`, `cold;2026-01-0${index + 1};${index}\n`];
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = lines.shift();
          if (next?.startsWith('serial')) pulled.push(index);
          if (next) return controller.enqueue(Buffer.from(next));
          await new Promise<void>((resolve) => ends.push(resolve));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  });
  const answers = files.map(async (file) => (await upload(file)).json());
  for (const expected of [2, 3, 4, 5]) {
    await expect.poll(() => pulled.length).toBe(expected);
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  await expect.poll(() => ends.length).toBeGreaterThan(0);
  ends.shift()?.();
  const accepted = (await Promise.all(answers)).map((answer) => answer.accepted);
  expect(accepted).toEqual([1, 1, 1, 1, 1]);
}, 60_000);

describe('a file that is sent ahead', () => {
  let jobs: Jobs;
  let handle: (job: Job) => Promise<void>;
  beforeAll(async () => {
    jobs = portal.parts.jobs as Jobs;
    await jobs.start();
    const { manifests, now, archive } = portal.parts;
    const takers = createAccountImport({ database, jobs, manifests });
    createImporting({ database, manifests, now, takers, files: archive.files }).work({
      work: ([work]) => {
        handle = (work as { handle: typeof handle }).handle;
      },
    });
  });
  afterAll(() => jobs?.stop());
  beforeEach(() => database.pool.query('TRUNCATE import_run, import_rejection, unclaimed_file'));

  const send = async (content: string, as = authorization): Promise<string> => {
    const to = `${portal.url}/api/upload?fileName=sent.csv`;
    const headers = { authorization: as };
    const response = await portal.request(to, { method: 'POST', headers, body: content });
    return (await response.json()).upload;
  };
  const ask = (id: 'import.forecast' | 'import.start', body: object, as = authorization) =>
    portal.call(id, as.slice('Bearer '.length), { body });
  const all = async (what: string) => (await database.pool.query(what)).rows;
  /** The jobs that calls have put into the queue, each done as a worker does it. */
  const takeJobs = () =>
    all(`DELETE FROM pgboss.job WHERE name = 'import.run' RETURNING data`) as Promise<
      { data: { importId: number; storedName: string } }[]
    >;
  const doJobs = async (signal = new AbortController().signal) => {
    for (const { data } of await takeJobs()) await handle({ id: 'x', data, signal });
  };

  const content =
    'serial;at;value;note\ncold;2026-02-01;1\nnobody;2026-02-01;1\ncold;2026-02-02;x\ncold;2026-02-03;3\n';

  it('is tried out without writing anything, then does what was said', async () => {
    const stored = 'SELECT device_id, at, value FROM stored_reading';
    const before = await all(stored);
    const upload = await send(content);
    const { status, body } = await ask('import.forecast', { upload });
    expect([status, body]).toMatchObject([
      200,
      {
        kind: 'readings',
        refusal: null,
        fits: [],
        ignored: ['note'],
        lines: 4,
        tried: null,
        accepted: 2,
        duplicates: 0,
        rejected: 2,
        corrected: null,
        columns: [
          { name: 'line', heading: 'Wiersz', kind: 'integer' },
          { name: 'message', heading: 'Szczegóły', kind: 'text' },
          ...['serial', 'at', 'value'].map((heading, at) => ({ name: `${at}`, heading })),
        ],
        rows: [
          [2, null, 'cold', '2026-02-01', '1'],
          [3, expect.stringContaining('nobody'), 'nobody', '2026-02-01', '1'],
          [4, '«x» to nie liczba. Napisz ją jak 123.456.', 'cold', '2026-02-02', 'x'],
          [5, null, 'cold', '2026-02-03', '3'],
        ],
      },
    ]);
    expect(await all(stored)).toEqual(before);
    expect(await all('SELECT FROM import_run')).toEqual([]);

    const started = await ask('import.start', { upload });
    expect(started).toMatchObject({ status: 200, body: { importId: expect.any(Number) } });
    const { importId } = started.body;
    const page = await portal.call('import.get', authorization.slice(7), {
      params: { import: `${importId}` },
    });
    expect(page.body).toMatchObject({ status: 'RUNNING', lines: 0, fileName: 'sent.csv' });
    await doJobs();
    expect(
      await all('SELECT id, status, accepted, rejected, imported_by AS by FROM import_run'),
    ).toEqual([{ id: importId, status: 'FINISHED', accepted: 2, rejected: 2, by: 'sup' }]);
    // Nothing of the file stays.
    expect(await all('SELECT name FROM unclaimed_file')).toEqual([]);
    expect((await ask('import.forecast', { upload })).body.status).toBe('VALIDATION_FAILED');
  });

  it('is told of in the language of who looks, as it was read and as it was refused', async () => {
    const file = 'Zähler#;Datum;Stand [l]\ncold;2026-02-05;1.234,5\nnobody;2026-02-05;1.234,5\n';
    const columns = [{ heading: 'Zähler#', column: 'serial' }];
    const tryAgain = async () =>
      (await ask('import.forecast', { upload: await send(file), columns })).body;
    expect((await tryAgain()).understood).toEqual([
      ...['UTF-8', 'separator ;', '«Zähler#» to Numer seryjny', '«Datum» to Czas'],
      ...['«Stand [l]» to Wartość', 'znak dziesiętny ,', 'nagłówek podaje jednostkę l'],
    ]);
    const started = await ask('import.start', { upload: await send(file), columns });
    await doJobs();
    const address = `${portal.url}/api/import/${started.body.importId}/rejection`;
    const get = (url: string) => portal.request(url, { headers: { authorization } });
    const listed = async (search: string) => (await get(`${address}?search=${search}`)).json();
    const polish = 'Nie ma urządzenia «nobody» w PL. Najpierw je zaimportuj.';
    expect(await listed('URZĄDZENIA')).toMatchObject({ total: 1, content: [{ message: polish }] });
    expect(await listed('There is no')).toMatchObject({ total: 0, content: [] });
    expect(await (await get(`${address}/file`)).text()).toContain(polish);

    await database.pool.query(`UPDATE account SET language = 'cs' WHERE username = 'sup'`);
    expect((await tryAgain()).understood).toContain('«Zähler#» je Výrobní číslo');
    expect(await listed('')).toMatchObject({
      content: [{ message: 'V PL není zařízení «nobody». Nejdříve ho importujte.' }],
    });
    await database.pool.query(`UPDATE account SET language = 'pl' WHERE username = 'sup'`);
    // As of an earlier release, which kept the words alone.
    await database.pool.query('UPDATE import_rejection SET said = NULL');
    expect(await listed('There is no')).toMatchObject({ total: 1 });
  });

  it('says of facts of supply what would be new, overwritten and taken away, and why others not', async () => {
    const header = 'works_no;year;fact;item;value;unit;source\n';
    const tax = (name: string, value: string) => `PL-1;2026;TAX;${name};${value};%;Act\n`;
    const stored = () => all('SELECT item, value FROM supply_fact ORDER BY item');
    const start = await send(`${header}${tax('levy', '1')}${tax('VAT', '8')}`);
    expect((await ask('import.start', { upload: start })).status).toBe(200);
    await doJobs();
    const before = await stored();
    expect(before).toHaveLength(2);

    const lines = [tax('levy', ''), tax('VAT', '8'), tax('duty', '2'), tax('', '3')];
    const wrong = 'PL-1;2026;PRICE;ENERGY;1;PLN/m3;Tariff\n';
    const upload = await send([header, ...lines, tax('VAT', '23'), wrong].join(''));
    const { body } = await ask('import.forecast', { upload });
    expect(body).toMatchObject({
      kind: 'supply_facts',
      refusal: null,
      lines: 6,
      ignored: [],
      accepted: 3,
      corrected: 2,
      duplicates: 1,
      rejected: 2,
    });
    const reasons = (body.rows as unknown[][]).flatMap(([line, why]) => (why ? [[line, why]] : []));
    expect(reasons).toEqual([
      [5, expect.stringContaining('Podatek musi mieć nazwę')],
      [7, expect.stringContaining('«PLN/m3» to nie jednostka ceny')],
    ]);
    expect(await stored()).toEqual(before);
  });

  it('asks which kind it is where several fit, and says why it can’t be read', async () => {
    const upload = await send('serial;at;error;installed_from\ncold;2026-03-01;LEAK;2026-03-01\n');
    const asked = (await ask('import.forecast', { upload })).body;
    expect(asked).toMatchObject({ kind: null, lines: null, rows: [] });
    expect(asked.fits.toSorted()).toEqual(['device_errors', 'installations']);
    expect(asked.refusal).toContain('pasują do: Montaże (serial, installed_from) i Błędy urządzeń');
    const refused = await ask('import.start', { upload });
    expect([refused.status, refused.body.status]).toEqual([422, 'IMPORT_REFUSED']);
    const said = await ask('import.forecast', { upload, kind: 'device_errors' });
    expect(said.body).toMatchObject({ kind: 'device_errors', refusal: null, accepted: 1 });
    const lacking = await ask('import.forecast', { upload, kind: 'volumes' });
    expect(lacking.body.refusal).toContain(
      'Jako Zużycie w przedziałach plik musi mieć jeszcze: from, value',
    );
    // The upload is still the account's, and what was refused has left no run.
    expect(await all('SELECT FROM import_run')).toEqual([]);
    expect((await ask('import.start', { upload, kind: 'device_errors' })).status).toBe(200);
    await doJobs();
  });

  it('is taken once, and of the account that has sent it', async () => {
    await addAccounts(database, [anAccount('other', { roles: ['portal_support'] })]);
    const other = `Bearer ${await portal.tokenOf('other')}`;
    const upload = await send(content);
    const gone = [{ field: 'body.upload', rule: 'upload' }];
    for (const id of ['import.forecast', 'import.start'] as const) {
      const { status, body } = await ask(id, { upload }, other);
      expect([id, status, body.errors]).toMatchObject([id, 400, gone]);
    }
    const both = await Promise.all([1, 2].map(() => ask('import.start', { upload })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await all('SELECT FROM import_run')).toHaveLength(1);
    const pdf = await send('%PDF-1.7\n%%EOF');
    expect((await ask('import.forecast', { upload: pdf })).body.errors).toMatchObject([
      { rule: 'uploadKind' },
    ]);
    await doJobs();
  });

  it('goes on where a process has ended, and is done once', async () => {
    await ask('import.start', { upload: await send(content) });
    const [job] = await takeJobs();
    const data = job?.data ?? {};
    const run = (signal: AbortSignal) => handle({ id: 'x', data, signal });
    await expect(run(AbortSignal.abort())).rejects.toThrow('being stopped');
    expect(await all('SELECT status FROM import_run')).toEqual([{ status: 'RUNNING' }]);
    await run(new AbortController().signal);
    const finished = await all('SELECT id, status, claims FROM import_run');
    expect(finished).toMatchObject([{ status: 'FINISHED' }]);
    // The process may have ended behind the last batch: then there is nothing left to read.
    await run(new AbortController().signal);
    expect(await all('SELECT id, status, claims FROM import_run')).toEqual(finished);
    await database.pool.query(`UPDATE import_run SET status = 'RUNNING'`);
    await expect(run(new AbortController().signal)).rejects.toThrow('The file is gone');
  });

  it('is not imported for who isn’t support any more', async () => {
    await ask('import.start', { upload: await send(content) });
    await database.pool.query(`UPDATE account SET roles = '{}' WHERE username = 'sup'`);
    await doJobs();
    await database.pool.query(
      `UPDATE account SET roles = '{portal_support}' WHERE username = 'sup'`,
    );
    expect(await all('SELECT status, lines FROM import_run')).toEqual([
      { status: 'STOPPED', lines: 0 },
    ]);
    // Whoever may sends it again, and it is another import.
    await ask('import.start', { upload: await send(content) });
    await doJobs();
    expect(await all('SELECT status FROM import_run ORDER BY id')).toEqual([
      { status: 'STOPPED' },
      { status: 'FINISHED' },
    ]);
    expect(await all('SELECT FROM unclaimed_file')).toEqual([]);
  });
});
