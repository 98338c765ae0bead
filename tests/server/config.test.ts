import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/config.ts';

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
}

describe('readConfig', () => {
  it('needs no variable at all', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      PUBLIC_URL: 'http://127.0.0.1:8080',
      DATA_DIR: `${process.cwd()}/data`,
      DEMO: true,
      LOG_LEVEL: 'info',
      WORKERS: 2,
      REPORT_KEEP_DAYS: 30,
      REPORT_HISTORY_DAYS: 400,
      PACKAGE_KEEP_DAYS: 7,
    });
    expect(readConfig({}).MANIFESTS_DIR).toMatch(/\/manifests$/);
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 8080 });
  });

  it.each([
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'OIDC_ISSUER',
    'SMTP_URL',
    'DEMO',
    'LOG_LEVEL',
    'TRUSTED_PROXIES',
    'WORKERS',
    'REPORT_KEEP_DAYS',
    'REPORT_HISTORY_DAYS',
    'PACKAGE_KEEP_DAYS',
  ])('refuses nonsense in %s and names it', (variable) => {
    expect(faultsOf({ [variable]: 'nonsense' }).map((line) => line.trim().split(':')[0])).toEqual([
      variable,
    ]);
  });

  it('takes topics of meters with their markets, and says which of them are none', () => {
    const METERS_MQTT_URL = 'mqtts://meters:s%40cret@broker.example';
    const about = { url: METERS_MQTT_URL, clientId: 'meterhouse-portal' };
    expect(readConfig({ METERS_MQTT_URL }).meters).toEqual({
      ...about,
      topics: [{ country: undefined, filter: 'wmbusmeters/#' }],
    });
    const METERS_MQTT_TOPICS = 'pl=wmbusmeters/#, CZ=brno/+/json other';
    expect(readConfig({ METERS_MQTT_URL, METERS_MQTT_TOPICS }).meters?.topics).toEqual([
      { country: 'PL', filter: 'wmbusmeters/#' },
      { country: 'CZ', filter: 'brno/+/json' },
      { country: undefined, filter: 'other' },
    ]);
    expect(readConfig({ METERS_MQTT_TOPICS }).meters).toBeUndefined();
    const faults = faultsOf({ METERS_MQTT_TOPICS: 'XX=a PL=a/#/b a+ ok' }).join();
    expect(faults).toMatch(/«XX=a» begins with no market.*«PL=a\/#\/b» is no topic.*«a\+» is no/);
    expect(faultsOf({ METERS_MQTT_URL: 'http://broker.example' })).toHaveLength(1);
    const production = {
      NODE_ENV: 'production',
      OIDC_ISSUER: 'https://id',
      PUBLIC_URL: 'https://me',
    };
    expect(faultsOf({ ...production, METERS_MQTT_URL })).toEqual([]);
    expect(faultsOf({ ...production, METERS_MQTT_URL: 'mqtt://broker.example' }).join()).toMatch(
      /METERS_MQTT_URL: has to be an mqtts address/,
    );
  });

  it('takes a bucket with its keys, or none of them', () => {
    const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ ...keys, S3_BUCKET: 'documents' }).s3).toEqual({
      bucket: 'documents',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    });
    const elsewhere = { S3_ENDPOINT: 'http://s3.example:9000/', S3_REGION: 'eu' };
    expect(readConfig({ ...keys, S3_BUCKET: 'documents', ...elsewhere }).s3).toMatchObject({
      endpoint: 'http://s3.example:9000',
      region: 'eu',
    });
    expect(faultsOf({ S3_BUCKET: 'documents' })).toHaveLength(2);
    expect(faultsOf(keys)).toHaveLength(1);
    expect(faultsOf(elsewhere)).toHaveLength(3);
  });

  it('takes proxies as addresses and networks, none by default', () => {
    expect(readConfig({}).TRUSTED_PROXIES).toEqual([]);
    expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).TRUSTED_PROXIES).toEqual([
      '10.0.0.0/8',
      '::1',
    ]);
    for (const bad of [
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '::/129',
      'proxy',
      '10.0.0.1/x',
      '10/8',
      '010.0.0.1/8',
    ]) {
      expect(faultsOf({ TRUSTED_PROXIES: bad })).toHaveLength(1);
    }
  });

  it('takes resources apart by blanks: addresses, or any words as audience', () => {
    expect(readConfig({}).OIDC_RESOURCE).toBeUndefined();
    const two = { OIDC_RESOURCE: ' https://api.example  urn:other ' };
    expect(readConfig(two)).toMatchObject({
      OIDC_RESOURCE: ['https://api.example', 'urn:other'],
      OIDC_RESOURCE_PARAMETER: 'resource',
    });
    const word = { OIDC_RESOURCE: 'https://api.example meterhouse-api https://x.example/#a' };
    expect(faultsOf(word)).toEqual([
      expect.stringContaining('OIDC_RESOURCE: «meterhouse-api»'),
      expect.stringContaining('OIDC_RESOURCE: «https://x.example/#a»'),
    ]);
    expect(faultsOf({ ...word, OIDC_RESOURCE_PARAMETER: 'audience' })).toEqual([]);
    expect(faultsOf({ OIDC_RESOURCE_PARAMETER: 'aud' })).toHaveLength(1);
  });

  it('lists all faults together, and among them production without an identity provider', () => {
    const faults = faultsOf({ NODE_ENV: 'production', PORT: '99999', DEMO: 'perhaps' });
    expect(faults).toHaveLength(3);
    expect(faults.join('\n')).toMatch(/PORT.*\n.*DEMO.*\n.*OIDC_ISSUER/);
  });

  it('refuses http in production, each address by name, unless the operator permits it', () => {
    const addresses = {
      PUBLIC_URL: 'HTTP://portal.example',
      OIDC_ISSUER: 'http://sign-in.example',
      SMS_URL: 'http://sms.example',
      S3_ENDPOINT: 'http://s3.example',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    };
    const production = { ...addresses, NODE_ENV: 'production' };
    const named = (environment: Record<string, string>) =>
      faultsOf(environment).map((fault) => fault.trim().split(':')[0]);
    expect(named(production)).toEqual(['PUBLIC_URL', 'OIDC_ISSUER', 'SMS_URL', 'S3_ENDPOINT']);
    // Left out, it is http://HOST:PORT; what stays on the machine nobody reads on the way.
    expect(named({ ...production, PUBLIC_URL: '', HOST: '0.0.0.0' })).toContain('PUBLIC_URL');
    expect(named({ ...production, PUBLIC_URL: '' })).not.toContain('PUBLIC_URL');
    const here = { PUBLIC_URL: 'http://localhost:8080', OIDC_ISSUER: 'http://[::1]/realm' };
    expect(named({ ...production, ...here })).toEqual(['SMS_URL', 'S3_ENDPOINT']);
    expect(named({ ...production, INSECURE_HTTP: 'on' })).toEqual([]);
    expect(named(addresses)).toEqual([]);
  });

  it('loads no demo in production unless told to', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://portal.example',
      OIDC_ISSUER: 'https://sign-in.example',
    };
    expect(readConfig(production).DEMO).toBe(false);
    expect(readConfig({ ...production, DEMO: 'on' }).DEMO).toBe(true);
  });

  describe('the administration of accounts', () => {
    const realm = 'https://sign-in.example/auth/realms/meterhouse';
    const both = { OIDC_ADMIN_CLIENT_ID: 'meterhouse-directory', OIDC_ADMIN_CLIENT_SECRET: 's' };

    it('is configured wholly or not at all', () => {
      expect(readConfig({ OIDC_ISSUER: realm, ...both })).toMatchObject(both);
      const [fault, ...others] = faultsOf({ OIDC_ISSUER: realm, OIDC_ADMIN_CLIENT_ID: 'x' });
      expect(fault).toContain('OIDC_ADMIN_CLIENT_SECRET: ');
      expect(others).toEqual([]);
    });

    it.each<[string, Record<string, string>]>([
      ['no provider', {}],
      ['another provider', { OIDC_ISSUER: 'https://sign-in.example' }],
      ['what lies below a realm', { OIDC_ISSUER: `${realm}/account` }],
    ])('is refused for %s', (_name, issuer) => {
      const [fault, ...others] = faultsOf({ ...issuer, ...both });
      expect(fault).toContain('OIDC_ISSUER: with OIDC_ADMIN_CLIENT_ID it has to be a Keycloak');
      expect(others).toEqual([]);
    });
  });
});

describe('the gateway for messages to phones', () => {
  const url = 'https://gateway.example/send';

  it('is there when its address is', () => {
    expect(readConfig({}).smsGateway).toBeUndefined();
    expect(readConfig({ SMS_URL: url, SMS_AUTHORIZATION: 'Bearer word' }).smsGateway).toEqual({
      url,
      authorization: 'Bearer word',
      body: '{"to":"{to}","text":"{text}","id":"{id}"}',
    });
  });

  it.each([
    ['To={to}', 'with {to} and {text}'],
    ['{"to":"{to}","text":"{text}"', 'no JSON'],
  ])('refuses the body %s', (body, fault) => {
    expect(() => readConfig({ SMS_URL: url, SMS_BODY: body })).toThrow(fault);
  });
});
