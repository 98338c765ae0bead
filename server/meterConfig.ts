import { z } from 'zod';
import { type Country, countries, countrySchema } from '../schemas/entities/market.ts';

/** A broker of MQTT to which wmbusmeters publishes what it hears, and who asks it. */
export interface Meters {
  readonly url: string;
  readonly clientId: string;
  readonly topics: readonly MeterTopic[];
}

export interface MeterTopic {
  /** Whose meters they are; undefined: the default market's. */
  readonly country: Country | undefined;
  /** A topic, or a filter with + and #. */
  readonly filter: string;
}

/** As `PL=wmbusmeters/#, CZ=brno/+`; a topic without a market is the default one's. */
export const meterTopicsSchema = z
  .string()
  .default('wmbusmeters/#')
  .transform((text, context) => {
    const found = text.split(/[\s,]+/).filter(Boolean);
    const topics = found.map((one) => readTopic(one));
    for (const fault of topics) if (typeof fault === 'string') context.addIssue(fault);
    if (topics.length === 0) context.addIssue('names no topic, such as PL=wmbusmeters/#');
    return topics.filter((topic) => typeof topic !== 'string');
  });

/** Or what is wrong with it. */
function readTopic(text: string): MeterTopic | string {
  const [, before, filter = ''] = /^(?:([^=/]*)=)?(.*)$/s.exec(text) ?? [];
  const country = countrySchema.safeParse(before?.toUpperCase());
  if (before !== undefined && !country.success) {
    return `«${text}» begins with no market: ${countries.join(', ')} are known, as in PL=wmbusmeters/#`;
  }
  const levels = filter.split('/');
  const isFilter =
    filter !== '' &&
    levels.every((level, at) => {
      if (level === '#') return at === levels.length - 1;
      return level === '+' || !/[+#]/.test(level);
    });
  if (!isFilter)
    return `«${text}» is no topic: + stands for a whole level, # for all from the last on`;
  return { country: country.data, filter };
}

interface Variables {
  readonly METERS_MQTT_URL?: string | undefined;
  readonly METERS_MQTT_TOPICS: readonly MeterTopic[];
  readonly METERS_MQTT_CLIENT_ID: string;
}

/** Undefined: no broker is listened to. */
export function toMeters(variables: Variables): Meters | undefined {
  const { METERS_MQTT_URL: url, METERS_MQTT_TOPICS: topics } = variables;
  return url === undefined ? undefined : { url, topics, clientId: variables.METERS_MQTT_CLIENT_ID };
}

/** Whether a topic is one of those that a filter stands for. */
export function isTopicOf(filter: string, topic: string): boolean {
  const levels = topic.split('/');
  const wanted = filter.split('/');
  const isRest = wanted.at(-1) === '#';
  const fixed = isRest ? wanted.slice(0, -1) : wanted;
  if (isRest ? levels.length < fixed.length : levels.length !== fixed.length) return false;
  return fixed.every((level, at) => level === '+' || level === levels[at]);
}
