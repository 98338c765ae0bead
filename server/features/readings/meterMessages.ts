import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import type { Country } from '../../../schemas/entities/market.ts';
import { holdAlone } from '../../database/holdAlone.ts';
import type { Database } from '../../database/open.ts';
import { LineFault } from '../../imports/values.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { listMarkets } from '../../markets.ts';
import { isTopicOf, type Meters } from '../../meterConfig.ts';
import { said } from '../../said.ts';
import type { Turn } from '../../workPool.ts';
import { createOngoingImport } from './ongoingImport.ts';

/**
 * What wmbusmeters publishes through a broker of MQTT (METERS_MQTT_URL). Messages that come together
 * are stored together, and acknowledged then: what isn't, the broker keeps and delivers again, and
 * what is stored already counts once.
 */

interface MessagesDeps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market'>;
  readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly now: () => Date;
  readonly turn?: Turn | undefined;
  /** How long the broker is left alone when it is away. */
  readonly retryMilliseconds?: number;
}

interface Message {
  readonly topic: string;
  readonly payload: Buffer;
  acknowledge(): void;
}

/** Of all processes that share a database one listens; the others look this often whether it is gone. */
const lookSeconds = 15;
const lock = 7_316_207;
/** What comes in this time is stored together … */
const collectMilliseconds = 200;
/** … up to so many messages; more are read when those are stored. */
const maxCollected = 1000;
const patienceMilliseconds = 1000;
const longestMessage = 1_000_000;
/** Who hears the neighbours' meters would fill the log. */
const refusalsToldEachMilliseconds = 600_000;

export function createMeterMessages({ url, clientId, topics }: Meters, deps: MessagesDeps) {
  const { database, manifests, logger, now, turn, retryMilliseconds = 5000 } = deps;
  const { hostname } = new URL(url);
  const tellRefused = createTeller(logger);

  function createStore(): (messages: readonly Message[]) => Promise<void> {
    const markets = listMarkets(manifests.market);
    const [main] = markets;
    const imports = new Map(
      markets.map(({ country, timeZone }) => [
        country,
        createOngoingImport(database, {
          country,
          timeZone,
          name: 'MQTT',
          by: 'operator',
          now,
          turn,
        }),
      ]),
    );
    /** Undefined of what an earlier setting asked the broker for. */
    const countryOf = (topic: string): Country | undefined => {
      const found = topics.find(({ filter }) => isTopicOf(filter, topic));
      return found && (found.country ?? main.country);
    };
    return async (messages) => {
      const told = messages.filter(({ payload }) => payload.length > 0);
      for (const [country, some] of Map.groupBy(told, ({ topic }) => countryOf(topic))) {
        if (country === undefined) continue;
        const rejections = await imports.get(country)?.take(some.map(toLine));
        for (const { code, message } of rejections ?? []) tellRefused({ country, code, message });
      }
    };
  }

  /** Until the signal is aborted. Throws when messages can't be stored: unacknowledged, they come again. */
  async function listen(signal: AbortSignal): Promise<void> {
    // For those alone who have a broker.
    const { connect } = await import('mqtt');
    const client = connect({
      ...addressOf(url),
      clientId,
      // The broker keeps what comes while the portal is away.
      clean: false,
      resubscribe: false,
      reconnectPeriod: retryMilliseconds,
      reconnectOnConnackError: true,
    });
    const failed = new AbortController();
    const inbox = createInbox(createStore(), (error) => failed.abort(error));
    receive(client, inbox);
    tellState(client);
    client.on('connect', () => subscribe(client));
    const ended = AbortSignal.any([signal, failed.signal]);
    if (!ended.aborted) await once(ended, 'abort');
    await inbox.close();
    await endClient(client);
    failed.signal.throwIfAborted();
  }

  function subscribe(client: MqttClient): void {
    const asked = Object.fromEntries(topics.map(({ filter }) => [filter, { qos: 1 as const }]));
    client.subscribe(asked, (error, granted = []) => {
      if (!client.connected) return;
      const refused = granted.filter(({ qos }) => qos > 2).map(({ topic }) => topic);
      const about = { broker: hostname, ...(error && { err: error }) };
      if (!error && refused.length === 0) logger.info(about, 'Meters are listened to');
      else logger.error({ ...about, refused }, 'The broker refuses topics of meters');
    });
  }

  /** Once when the broker is away, until it is there again. */
  function tellState(client: MqttClient): void {
    let isThere: boolean | undefined;
    let reason = 'It has closed the connection.';
    client.on('error', (error) => {
      // Of several addresses, each with its own.
      const { errors = [error] } = error as { errors?: readonly Error[] };
      reason = errors.map(({ message }) => message).join('; ');
    });
    client.on('connect', () => {
      isThere = true;
    });
    client.on('close', () => {
      if (isThere !== false && !client.disconnecting) {
        logger.warn(
          { broker: hostname, reason },
          'The broker of meters is away: it is tried again',
        );
      }
      isThere = false;
      reason = 'It has closed the connection.';
    });
  }

  return {
    work(jobs: Pick<Jobs, 'work'>): void {
      const run = (stopping: AbortSignal) => holdAlone(database, lock, stopping, listen);
      jobs.work([], [{ name: 'Listening to meters', seconds: lookSeconds, run }]);
    },
  };
}

async function endClient(client: MqttClient): Promise<void> {
  // A broker that doesn't answer any more isn't waited for.
  const patience = setTimeout(() => client.stream.destroy(), patienceMilliseconds);
  await client.endAsync(!client.connected);
  clearTimeout(patience);
}

function addressOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'mqtts:';
  return {
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 8883 : 1883)),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  } as const;
}

function toLine({ payload }: Message) {
  if (payload.length > longestMessage) {
    const content = payload.subarray(0, 1000).toString();
    return { content, fault: new LineFault('TOO_LONG', said('faults.messageTooLong')) };
  }
  return { content: payload.toString().trim() };
}

type Inbox = ReturnType<typeof createInbox>;

/** Collects messages for a moment, has them stored, and acknowledges them; after a failure it takes no more. */
function createInbox(
  store: (messages: readonly Message[]) => Promise<void>,
  fail: (error: unknown) => void,
) {
  const closing = new AbortController();
  let waiting: Message[] = [];
  let goOn: (() => void) | undefined;
  let isStoring = false;
  let hasFailed = false;
  let storing = Promise.resolve();

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < maxCollected) {
        await sleep(collectMilliseconds, undefined, closing).catch(() => undefined);
      }
      const messages = waiting;
      waiting = [];
      goOn?.();
      goOn = undefined;
      await store(messages);
      for (const { acknowledge } of messages) acknowledge();
    }
    isStoring = false;
  }

  return {
    /** Resolves when there is room for the next one; undefined: there is. */
    take(message: Message): Promise<void> | undefined {
      if (hasFailed || closing.signal.aborted) return undefined;
      waiting.push(message);
      if (!isStoring) {
        isStoring = true;
        storing = storeAll().catch((error: unknown) => {
          hasFailed = true;
          fail(error);
        });
      }
      if (waiting.length < maxCollected) return undefined;
      return new Promise((resolve) => {
        goOn = resolve;
      });
    },
    /** Stores what is there. */
    async close(): Promise<void> {
      closing.abort();
      goOn?.();
      await storing;
    },
  };
}

/**
 * By itself mqtt.js takes the next message only when the one before is acknowledged. Called back with
 * an error it acknowledges nothing and goes on, so that messages can be stored together: what is sent
 * then is PUBACK (MQTT 3.1.1, 3.4), on the connection that brought the message.
 */
function receive(client: MqttClient, inbox: Inbox): void {
  const later = new Error('It is acknowledged when it is stored.');
  client.handleMessage = ({ topic, payload, qos, messageId = 0 }, callback) => {
    const { stream } = client;
    const acknowledge = () => {
      const isSame = client.stream === stream && client.connected && !stream.destroyed;
      if (qos > 0 && isSame) stream.write(Buffer.of(0x40, 2, messageId >> 8, messageId & 0xff));
    };
    const message = { topic, payload: Buffer.from(payload), acknowledge };
    const room = inbox.take(message);
    if (room) void room.then(() => callback(later));
    else callback(later);
  };
}

/** Says at once that something was refused, then every ten minutes how much was. */
function createTeller(logger: Pick<Logger, 'warn'>) {
  let refused = 0;
  let toldAt = -Infinity;
  return (first: { country: Country; code: string; message: string }): void => {
    refused += 1;
    if (performance.now() - toldAt < refusalsToldEachMilliseconds) return;
    logger.warn({ refused, ...first }, 'Messages of meters are refused: the imports list them');
    toldAt = performance.now();
    refused = 0;
  };
}
