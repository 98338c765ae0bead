import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { countMissing } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { lookAtClock } from './clock.ts';
import { type Finding, fault, good, notice, reasonOf } from './finding.ts';

/** PostgreSQL's own way to write 15.0. */
const leastVersion = 150_000;

const server = statement(
  {
    version: 'integer',
    name: 'text',
    encoding: 'text',
    now: 'float8',
    mayRead: 'boolean',
    mayCreate: 'boolean',
  },
  `SELECT current_setting('server_version_num')::integer AS version,
     split_part(current_setting('server_version'), ' ', 1) AS name,
     current_setting('server_encoding') AS encoding,
     extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
     coalesce(pg_has_role(current_user, to_regrole('meterhouse_reader')::oid, 'MEMBER'), false)
       AS "mayRead",
     has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`,
);

type Place = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** Looks at the database without changing it: an embedded one that isn't there yet stays so. */
export async function checkDatabase(place: Place): Promise<Finding[]> {
  const isEmbedded = !place.DATABASE_URL;
  if (isEmbedded && !existsSync(path.join(place.DATA_DIR, 'pglite'))) {
    return [notice(`There is no database in ${place.DATA_DIR} yet. The first start makes it.`)];
  }
  let database: Database | undefined;
  try {
    database = await openDatabase(place, { attach: true, holding: 'passing' });
    return await look(database);
  } catch (error) {
    const mend = isEmbedded
      ? 'Look whether DATA_DIR names the right folder and belongs to the user who runs the portal.'
      : 'Compare DATABASE_URL with the server: host, port, user, password, database.';
    return [fault(`The database doesn’t answer: ${reasonOf(error)}`, mend)];
  } finally {
    await database?.close();
  }
}

async function look({ statements, engine }: Database): Promise<Finding[]> {
  const begin = performance.now();
  const sent = Date.now();
  const [found] = await statements.query(server);
  if (!found) throw new Error('It answers nothing.');
  const took = Math.round(performance.now() - begin);
  const findings: Finding[] = [];
  if (engine === 'postgres') {
    findings.push(
      ...lookAtServer({ ...found, took }),
      ...lookAtClock('The database', found.now, sent),
    );
  } else {
    findings.push(
      notice(
        'The embedded database survives a killed process, not a power cut.',
        'Set DATABASE_URL to a PostgreSQL server for more than a trial.',
      ),
    );
  }
  return [...findings, lookAtMigrations(await countMissing(statements))];
}

interface Server {
  readonly version: number;
  readonly name: string;
  readonly encoding: string;
  readonly mayRead: boolean;
  readonly mayCreate: boolean;
  readonly took: number;
}

function lookAtServer({ version, name, encoding, mayRead, mayCreate, took }: Server): Finding[] {
  const findings: Finding[] = [
    version < leastVersion
      ? fault(`PostgreSQL ${name} is too old.`, 'Use PostgreSQL 15 or newer.')
      : good(`PostgreSQL ${name} answers after ${took} ms.`),
  ];
  if (encoding !== 'UTF8') {
    findings.push(
      fault(
        `The database’s encoding is ${encoding}.`,
        'Make the database with ENCODING UTF8: names would not fit otherwise.',
      ),
    );
  }
  // The portal makes the role itself at its first start, if it may.
  if (!mayRead) {
    findings.push(
      notice(
        'The database user isn’t a member of meterhouse_reader yet.',
        'The next start sees to it. Where it may not, run «CREATE ROLE meterhouse_reader NOLOGIN; GRANT meterhouse_reader TO <user>» as administrator.',
      ),
    );
  }
  if (!mayCreate) {
    findings.push(
      fault(
        'The database user may not create schemas.',
        'Run «GRANT CREATE ON DATABASE <database> TO <user>» as administrator.',
      ),
    );
  }
  return findings;
}

function lookAtMigrations(missing: number): Finding {
  if (missing < 0) {
    return fault(
      `The database is ${-missing} ${-missing === 1 ? 'step' : 'steps'} ahead of this version.`,
      'Start the version that wrote it, or a newer one: an older one may damage it.',
    );
  }
  if (missing === 0) return good('Its tables are those of this version.');
  return notice(
    `${missing} ${missing === 1 ? 'step' : 'steps'} bring its tables up to date.`,
    'The next start takes them.',
  );
}
