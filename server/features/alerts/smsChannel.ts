import type { ManifestService } from '../../manifests/serve/service.ts';
import type { AlertChannel } from './channels.ts';
import type { Labels } from './mailChannel.ts';
import { cutSms } from './smsText.ts';

const maxMilliseconds = 10_000;

/** How an operator's gateway takes messages (docs/operators.md). */
export interface SmsGateway {
  readonly url: string;
  /** With {to}, {text} and {id}; JSON if it begins with a brace, else a form. */
  readonly body: string;
  readonly authorization?: string | undefined;
}

/** One short message, in the language of its reader; without a gateway nobody is reached. */
export function createSmsChannel({
  manifests,
  gateway,
}: {
  readonly manifests: Pick<ManifestService, 'words'>;
  readonly gateway: SmsGateway | undefined;
}): AlertChannel {
  return {
    name: 'SMS',
    title: 'SMS',
    isConfigured: ({ phone }) => gateway !== undefined && findNumber(phone) !== undefined,
    async send({ id, warnings }, { phone, locale }) {
      const to = findNumber(phone);
      const [first] = warnings;
      if (!gateway || !to || !first) return false;
      const { enums, mails } = manifests.words(locale);
      const { alert } = enums as Labels;
      const { sms, smsOfMany } = (mails as Texts).warnings;
      const values: Readonly<Record<string, string>> = {
        alert: alert[first.alert] ?? first.alert,
        property: first.propertyName,
        device: first.serialNumber,
        since: first.since,
        more: `${warnings.length - 1}`,
      };
      const words = warnings.length > 1 ? smsOfMany : sms;
      const text = words.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
      await post(gateway, { to, text: cutSms(text), id });
      return true;
    },
  };
}

/** Of `locales/*\/mails.json`. */
interface Texts {
  readonly warnings: { readonly sms: string; readonly smsOfMany: string };
}

/** A number as E.164 has it; undefined where it is none. */
function findNumber(phone: string | null): string | undefined {
  const number = phone?.replaceAll(' ', '');
  return number && /^\+[1-9][0-9]{6,14}$/.test(number) ? number : undefined;
}

async function post(
  { url, body, authorization }: SmsGateway,
  values: Readonly<Record<'to' | 'text' | 'id', string>>,
): Promise<void> {
  const isJson = body.trimStart().startsWith('{');
  const quote = (value: string) =>
    isJson ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value);
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      'idempotency-key': values.id,
      ...(authorization !== undefined && { authorization }),
    },
    body: body.replaceAll(/\{(to|text|id)\}/g, (_, key: keyof typeof values) => quote(values[key])),
    signal: AbortSignal.timeout(maxMilliseconds),
  });
  await response.body?.cancel();
  // What the gateway says stays out of the log: it may repeat the number.
  if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`);
}
