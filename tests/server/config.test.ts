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
    });
    expect(readConfig({}).MANIFESTS_DIR).toMatch(/\/manifests$/);
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 8080 });
  });

  it.each(['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'OIDC_ISSUER', 'SMTP_URL', 'DEMO', 'LOG_LEVEL'])(
    'refuses nonsense in %s and names it',
    (variable) => {
      expect(faultsOf({ [variable]: 'nonsense' }).map((line) => line.trim().split(':')[0])).toEqual(
        [variable],
      );
    },
  );

  it('lists all faults together, and among them production without an identity provider', () => {
    const faults = faultsOf({ NODE_ENV: 'production', PORT: '99999', DEMO: 'perhaps' });
    expect(faults).toHaveLength(3);
    expect(faults.join('\n')).toMatch(/PORT.*\n.*DEMO.*\n.*OIDC_ISSUER/);
  });

  it('loads no demo in production unless told to', () => {
    const production = { NODE_ENV: 'production', OIDC_ISSUER: 'https://sign-in.example' };
    expect(readConfig(production).DEMO).toBe(false);
    expect(readConfig({ ...production, DEMO: 'on' }).DEMO).toBe(true);
  });
});
