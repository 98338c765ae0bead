import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from '../bootstrap/execute.mjs';
import { house } from '../bootstrap/house.mjs';
import { unzip } from './unzip.mjs';

/** The newest that runs on Java 17. */
const version = '26.3.5';
const oldestJava = 17;
const cache = join(house, '.meterhouse', 'keycloak');
const home = join(cache, `keycloak-${version}`);

/** Why Keycloak can't run on this machine; undefined when it can. */
export function findHindrance() {
  const java = findJavaVersion();
  if (java === undefined) return 'there is no Java on this machine';
  if (java < oldestJava) return `Java ${java} is too old, Keycloak needs ${oldestJava}`;
  if (existsSync(home)) return undefined;
  const maven = spawnSync('mvn', ['--version'], { timeout: 30_000 });
  return maven.status === 0 ? undefined : 'there is no Maven on this machine to fetch Keycloak';
}

/** The major version of the Java that `kc.sh` will take. */
function findJavaVersion() {
  const { JAVA_HOME } = process.env;
  const java = JAVA_HOME === undefined ? 'java' : join(JAVA_HOME, 'bin', 'java');
  const { stderr, status } = spawnSync(java, ['-version'], { encoding: 'utf8', timeout: 30_000 });
  const found = status === 0 ? /version "(?:1\.)?(\d+)/.exec(stderr)?.[1] : undefined;
  return found === undefined ? undefined : Number(found);
}

/** The folder of a Keycloak, fetched by Maven once and kept beside node_modules. */
export async function getKeycloak() {
  if (existsSync(home)) return home;
  const incoming = join(cache, `incoming-${process.pid}`);
  mkdirSync(incoming, { recursive: true });
  try {
    console.log(`Fetching Keycloak ${version} …`);
    const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
    await runQuietly(
      'mvn',
      ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${incoming}`],
      { cwd: incoming, mend: 'Is Maven Central within reach? Its settings are in ~/.m2.' },
    );
    await unzip(join(incoming, `keycloak-quarkus-dist-${version}.zip`), incoming);
    // In one step, so that a killed fetch leaves no half of it.
    if (!existsSync(home)) renameSync(join(incoming, `keycloak-${version}`), home);
    return home;
  } finally {
    rmSync(incoming, { recursive: true, force: true });
  }
}
