import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { findKeycloakRealm } from './identity/keycloak/keycloakRealm.ts';
import { meterTopicsSchema, toMeters } from './meterConfig.ts';

/** Faults in the environment, all of them, one a line. */
export class ConfigError extends Error {}

const flag = z
  .enum(['1', 'true', 'on', 'yes', '0', 'false', 'off', 'no'], {
    error: 'expected on or off (also 1, 0, true, false, yes, no)',
  })
  .transform((value) => ['1', 'true', 'on', 'yes'].includes(value));

const anyHttpUrl = z.url({
  protocol: /^https?$/,
  error: 'expected an address such as https://portal.example',
});
const httpUrl = anyHttpUrl.transform((value) => value.replace(/\/$/, ''));

const proxies = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every(isNetwork), {
    error: 'expected addresses or networks, separated by commas, such as 10.0.0.0/8, ::1',
  });

function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/');
  // By itself ipaddr.js also takes short and octal forms, which mean something else elsewhere.
  return isIP(address) !== 0 && (address === text || ipaddr.isValidCIDR(text));
}

const words = z
  .string()
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .optional();

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce
    .number({ error: 'expected a port number' })
    .int()
    .min(0)
    .max(65_535, 'expected a port up to 65535')
    .default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  TRUSTED_PROXIES: proxies,
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'expected an address such as postgres://user:password@host:5432/database',
    })
    .optional(),
  // To the letter, slash at its end included: it is compared with what the provider says it is.
  OIDC_ISSUER: anyHttpUrl.optional(),
  OIDC_CLIENT_ID: z.string().default('meterhouse-portal'),
  OIDC_AUDIENCE: z.string().default('meterhouse-api'),
  OIDC_RESOURCE: words,
  OIDC_RESOURCE_PARAMETER: z
    .enum(['resource', 'audience'], { error: 'expected resource or audience' })
    .default('resource'),
  OIDC_ADMIN_CLIENT_ID: z.string().optional(),
  OIDC_ADMIN_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'expected smtp://host:port' }).optional(),
  SMS_URL: anyHttpUrl.optional(),
  SMS_BODY: z
    .string()
    .default('{"to":"{to}","text":"{text}","id":"{id}"}')
    .refine((body) => body.includes('{to}') && body.includes('{text}'), {
      error: 'expected a JSON object or a form with {to} and {text} in it',
    })
    .refine((body) => !body.trimStart().startsWith('{') || isJson(body), {
      error: 'begins with a brace, and is no JSON',
    }),
  SMS_AUTHORIZATION: z.string().optional(),
  WEBHOOK_PRIVATE_NETWORKS: flag.default(false),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\S+)$/, {
      error: 'expected mailto:…, https://… or tel:…',
    })
    .optional(),
  INSECURE_HTTP: flag.default(false),
  DEMO: flag.optional(),
  WORKERS: z.coerce
    .number({ error: 'expected how many reports are made at once, 0 for none' })
    .int()
    .min(0)
    .max(16, 'expected at most 16')
    .default(2),
  REPORT_KEEP_DAYS: z.coerce
    .number({ error: 'expected for how many days the files of reports are kept' })
    .int()
    .min(1)
    .max(3650, 'expected at most ten years')
    .default(30),
  REPORT_HISTORY_DAYS: z.coerce
    .number({ error: 'expected for how many days reports without a file stay listed' })
    .int()
    .min(31, 'expected at least 31, so that a job’s last report is still there at the next')
    .max(3650, 'expected at most ten years')
    .default(400),
  PACKAGE_KEEP_DAYS: z.coerce
    .number({ error: 'expected for how many days packages of documents are kept' })
    .int()
    .min(1)
    .max(365, 'expected at most a year')
    .default(7),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'expected at least 16 characters, such as of openssl rand -hex 32')
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  IMPORT_DIR: z.string().optional(),
  METERS_MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: 'expected an address such as mqtts://user:password@host' })
    .optional(),
  METERS_MQTT_TOPICS: meterTopicsSchema,
  METERS_MQTT_CLIENT_ID: z.string().default('meterhouse-portal'),
  MANIFESTS_DIR: z.string().default(path.resolve(import.meta.dirname, '../manifests')),
});

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment once; throws `ConfigError` with every fault. Empty values count as unset. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const result = environmentSchema.safeParse(Object.fromEntries(given));
  const faults = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (environment.NODE_ENV === 'production' && !environment.OIDC_ISSUER) {
    faults.push(
      'OIDC_ISSUER: obligatory with NODE_ENV=production, for the embedded identity provider is for demo and development only',
    );
  }
  faults.push(...findDirectoryFaults(Object.fromEntries(given)));
  faults.push(...findBucketFaults(Object.fromEntries(given)));
  if (result.success) {
    faults.push(...findResourceFaults(result.data));
    faults.push(...findInsecureAddresses(result.data));
  }
  if (!result.success || faults.length > 0) {
    const lines = faults.map((fault) => `  ${fault}`).join('\n');
    throw new ConfigError(`The environment has faults; mend these variables:\n${lines}`);
  }
  const config = result.data;
  return {
    ...config,
    PUBLIC_URL: config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`,
    DATA_DIR: path.resolve(config.DATA_DIR),
    IMPORT_DIR: config.IMPORT_DIR === undefined ? undefined : path.resolve(config.IMPORT_DIR),
    MANIFESTS_DIR: path.resolve(config.MANIFESTS_DIR),
    DEMO: config.DEMO ?? config.NODE_ENV !== 'production',
    smsGateway:
      config.SMS_URL === undefined
        ? undefined
        : { url: config.SMS_URL, body: config.SMS_BODY, authorization: config.SMS_AUTHORIZATION },
    s3: toBucket(config),
    meters: toMeters(config),
  };
}

/** Undefined: files lie in the data directory. */
function toBucket(config: z.infer<typeof environmentSchema>) {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = config;
  if (bucket === undefined) return undefined;
  return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint && { endpoint }) };
}

/** A bucket comes with its keys: half of them would be noticed at the first file, and not before. */
function findBucketFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = names.filter((name) => given[name] === undefined);
  const others = ['S3_REGION', 'S3_ENDPOINT'].filter((name) => given[name] !== undefined);
  if (missing.length === 0 || (missing.length === names.length && others.length === 0)) return [];
  return missing.map((name) => `${name}: ${names.join(', ')} are set together, or none`);
}

/** RFC 8707 §2 wants absolute addresses; an audience may be any word. */
function findResourceFaults({
  OIDC_RESOURCE: resources = [],
  OIDC_RESOURCE_PARAMETER: name,
}: z.infer<typeof environmentSchema>): string[] {
  if (name === 'audience') return [];
  const isWrong = (resource: string) => !URL.canParse(resource) || resource.includes('#');
  return resources
    .filter(isWrong)
    .map(
      (resource) =>
        `OIDC_RESOURCE: «${resource}» is no absolute address without a #, such as https://api.example; where the provider takes a word as audience, set OIDC_RESOURCE_PARAMETER=audience`,
    );
}

/** Passwords, tokens and files go to these: in production nobody on the way may read them. */
function findInsecureAddresses(config: z.infer<typeof environmentSchema>): string[] {
  if (config.NODE_ENV !== 'production' || config.INSECURE_HTTP) return [];
  const { HOST, PUBLIC_URL = `http://${HOST}`, OIDC_ISSUER, SMS_URL, S3_ENDPOINT } = config;
  const { METERS_MQTT_URL } = config;
  return Object.entries({ PUBLIC_URL, OIDC_ISSUER, SMS_URL, S3_ENDPOINT, METERS_MQTT_URL })
    .filter(([, address]) => address !== undefined && isReadable(new URL(address)))
    .map(([name]) => {
      const plain = name === 'METERS_MQTT_URL' ? 'mqtt' : 'http';
      return `${name}: has to be an ${plain}s address with NODE_ENV=production, unless INSECURE_HTTP=on permits ${plain}`;
    });
}

/** By others on the way: what stays on this machine isn't. */
function isReadable({ protocol, hostname }: URL): boolean {
  return /^(http|mqtt):$/.test(protocol) && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** The administration of accounts is wholly configured, or not at all. */
function findDirectoryFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const names = ['OIDC_ADMIN_CLIENT_ID', 'OIDC_ADMIN_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === names.length) return [];
  const faults = missing.map(
    (name) => `${name}: ${names.join(' and ')} are set together, or neither`,
  );
  const issuer = given.OIDC_ISSUER;
  if (issuer === undefined || !findKeycloakRealm(issuer)) {
    faults.push(
      'OIDC_ISSUER: with OIDC_ADMIN_CLIENT_ID it has to be a Keycloak realm, such as https://sign-in.example/realms/meterhouse; accounts of other providers are administered there',
    );
  }
  return faults;
}
