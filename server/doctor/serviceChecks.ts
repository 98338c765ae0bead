import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { leastFreeBytes } from '../database/open.ts';
import { newFileName } from '../storage/fileStore.ts';
import { openFileStore } from '../storage/openFileStore.ts';
import { type Finding, fault, good, notice, reasonOf } from './finding.ts';

/** Below this a month of readings and reports may fill the disk. */
const amplyFreeBytes = 2 * 1024 ** 3;
/** Of a server that takes a connection and says nothing. */
const mailMilliseconds = 8000;

export async function checkMail({ SMTP_URL, DATA_DIR }: Pick<Config, 'SMTP_URL' | 'DATA_DIR'>) {
  if (!SMTP_URL) {
    const text = `Mails are files under ${DATA_DIR}/mail. Nobody gets them.`;
    return [notice(text, 'Set SMTP_URL to send them.')];
  }
  const waits = { connectionTimeout: mailMilliseconds, greetingTimeout: mailMilliseconds };
  const transport = createTransport({ url: SMTP_URL, ...waits, socketTimeout: mailMilliseconds });
  const { host } = new URL(SMTP_URL);
  try {
    await transport.verify();
    return [good(`${host} takes mails.`)];
  } catch (error) {
    const mend =
      'Compare SMTP_URL with the mail server: host, port, smtp or smtps, user, password.';
    return [fault(`${host} takes no mails: ${reasonOf(error)}`, mend)];
  } finally {
    transport.close();
  }
}

/** Writes a file where files lie, reads it again and removes it. */
export async function checkFiles(config: Pick<Config, 'DATA_DIR' | 's3'>): Promise<Finding[]> {
  if (!config.s3 && !existsSync(config.DATA_DIR)) {
    return [notice(`${config.DATA_DIR} isn’t there yet. The first start makes it.`)];
  }
  const where = config.s3 ? `the bucket «${config.s3.bucket}»` : `${config.DATA_DIR}/files`;
  const content = Buffer.from('portal doctor');
  const name = newFileName('uploads');
  try {
    const store = await openFileStore(config);
    await store.put(name, toStream(content), { maxBytes: content.length });
    try {
      const stream = await store.get(name);
      const parts = stream === undefined ? [] : await stream.toArray();
      if (!Buffer.concat(parts).equals(content)) throw new Error('What was written isn’t there.');
    } finally {
      await store.remove(name);
    }
    return [good(`Files are written to ${where}, read and removed.`)];
  } catch (error) {
    const mend = config.s3
      ? 'Compare S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys, and the rights in docs/operators.md.'
      : 'Give the user who runs the portal the right to write there.';
    return [fault(`Files can’t be kept in ${where}: ${reasonOf(error)}`, mend)];
  }
}

async function* toStream(content: Uint8Array) {
  yield content;
}

export async function checkDisk({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<Finding[]> {
  try {
    const { bavail, bsize } = await statfs(DATA_DIR);
    const free = bavail * bsize;
    const text = `${(free / 1024 ** 3).toFixed(1)} GB are free where ${DATA_DIR} lies.`;
    if (free >= amplyFreeBytes) return [good(text)];
    const mend = 'Make room: old reports, mails and packages lie there.';
    if (free >= leastFreeBytes) return [notice(text, mend)];
    return [fault(`${text} The portal refuses to write.`, mend)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [notice(`${DATA_DIR} isn’t there yet. The first start makes it.`)];
    }
    return [fault(`${DATA_DIR} can’t be looked at: ${reasonOf(error)}`, 'Look at DATA_DIR.')];
  }
}

export async function checkImportFolder({ IMPORT_DIR }: Pick<Config, 'IMPORT_DIR'>) {
  if (IMPORT_DIR === undefined) return [];
  try {
    await access(IMPORT_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
    return [good(`${IMPORT_DIR} can be read and written.`)];
  } catch (error) {
    const mend =
      'Make the folder, and give the user who runs the portal the right to read and write it.';
    return [fault(`The watched folder is out of reach: ${reasonOf(error)}`, mend)];
  }
}

/** Whether something listens where the portal connects to: what is said there isn't tried. */
export async function checkListener(
  { name, url }: { readonly name: string; readonly url: string | undefined },
  signal: AbortSignal,
): Promise<Finding[]> {
  if (url === undefined) return [];
  const { hostname, port, protocol } = new URL(url);
  const usual = { 'http:': 80, 'https:': 443, 'mqtt:': 1883, 'mqtts:': 8883 }[protocol] ?? 0;
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual };
  return new Promise((resolve) => {
    const socket = connect({ ...place, signal });
    const end = (finding: Finding) => {
      socket.destroy();
      resolve([finding]);
    };
    socket.once('connect', () => end(good(`Something listens at ${hostname}:${place.port}.`)));
    socket.once('error', (error) =>
      end(
        fault(
          `Nothing answers at ${hostname}:${place.port}: ${reasonOf(error)}`,
          `Compare ${name} with the service, and look whether a firewall is in between.`,
        ),
      ),
    );
  });
}
