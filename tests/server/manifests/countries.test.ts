import { describe, expect, it } from 'vitest';
import type { Feature, Role } from '../../../schemas/entities/access.ts';
import { type Country, countries } from '../../../schemas/entities/market.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import { realDirectories } from './directories.ts';

/** The specification's table of the main navigation (§2), by hand, against the shipped manifests. */

const plAndCz: readonly Country[] = ['PL', 'CZ'];
const table: Readonly<Record<string, Row>> = {
  consumption: { feature: 'CONSUMPTION_ADV', countries: plAndCz, domea: true },
  reports: { feature: 'REPORT_AREA_ANALYSIS', countries: plAndCz },
  'document-archive': { feature: 'DOCUMENT_ARCH_ARCHIVE', countries: plAndCz },
  warnings: { feature: 'WARNING_CO2', countries: plAndCz },
  'advanced-reports': { feature: 'ADV_REPORT_WATER_BALANCE', countries: ['PL'] },
  'user-management': { role: 'portal_support', countries: plAndCz },
};

interface Row {
  readonly feature?: Feature;
  readonly role?: Role;
  readonly countries: readonly Country[];
  /** Not hidden from portal_domea. */
  readonly domea?: true;
}

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const { set, faults } = await readManifests(realDirectories);
if (!set) throw new Error(faults.join('\n'));
const cache = createManifestCache(set, { signIn, problems: [] });

function look(country: Country, roles: readonly Role[], features: readonly Feature[]) {
  const subject = { signedIn: true, country, roles, features };
  const index = JSON.parse(cache.index(subject).body);
  const dashboard = JSON.parse(cache.findScreen('dashboard.index', subject)?.body ?? 'null');
  const tiles = dashboard.root.children.flatMap((one: { tiles?: object[] }) => one.tiles ?? []);
  const idsOf = (list: { id: string; locked: boolean }[]) =>
    list.filter(({ locked }) => !locked).map(({ id }) => id);
  return {
    navigation: idsOf(index.navigation),
    tiles: idsOf(tiles),
    open: index.routes.flatMap(({ name, guard }: { name: string; guard: string }) =>
      guard === 'open' ? [name] : [],
    ) as string[],
  };
}

it.each(Object.entries(table))('the entry %s is where the specification has it', (module, row) => {
  const roles: readonly Role[] = [row.role ?? 'portal_admin'];
  const features = row.feature ? [row.feature] : [];
  const navigationOf = (country: Country, of = roles) => look(country, of, features).navigation;
  expect(countries.filter((country) => navigationOf(country).includes(module))).toEqual(
    countries.filter((country) => row.countries.includes(country)),
  );
  expect(look('PL', ['portal_user'], []).navigation).not.toContain(module);
  if (row.role) return;
  expect(navigationOf('PL', ['portal_domea']).includes(module)).toBe(row.domea ?? false);
});

it('routes and tiles ask for roles and features alone, whichever the country', () => {
  const features = Object.values(table).flatMap(({ feature }) => feature ?? []);
  for (const role of ['portal_admin', 'portal_domea', 'portal_support'] as const) {
    const [first, ...others] = countries.map((country) => look(country, [role], features));
    expect(first?.tiles.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(other.tiles).toEqual(first?.tiles);
      expect(other.open).toEqual(first?.open);
    }
  }
  const danish = look('DK', ['portal_admin'], features);
  expect(danish.navigation).toEqual([]);
  expect(danish.tiles).toContain('consumption');
  expect(danish.open).toContain('advanced-reports-water-balance-index');
});

/** The buttons of a property's page, by their ids, with what they wait for in the browser. */
function buttonsOf(country: Country, roles: readonly Role[], features: readonly Feature[]) {
  const subject = { signedIn: true, country, roles, features };
  const screen = JSON.parse(cache.findScreen('consumption.property', subject)?.body ?? 'null');
  const actions: { id: string; visibleWhen?: unknown; action?: unknown }[] = screen.root.actions;
  return new Map(actions.map((one) => [one.id, one]));
}

describe('the water balance', () => {
  const features: readonly Feature[] = ['CONSUMPTION_BASIC', 'ADV_REPORT_WATER_BALANCE'];

  it('is limited to Poland in the navigation alone: its page and tile are there elsewhere', () => {
    for (const country of countries) {
      const { navigation, tiles, open } = look(country, ['portal_admin'], features);
      expect(navigation.includes('advanced-reports')).toBe(country === 'PL');
      expect(tiles).toContain('advanced-reports');
      expect(open).toContain('advanced-reports-water-balance-index');
      expect(
        cache.findScreen('advanced-reports.water-balance', {
          signedIn: true,
          country,
          roles: ['portal_admin'],
          features,
        }),
      ).toBeDefined();
    }
  });

  it('is linked from the property’s page where its entry is, of properties that have it', () => {
    for (const country of countries) {
      const { navigation } = look(country, ['portal_admin'], features);
      const isThere = buttonsOf(country, ['portal_admin'], features).has('balance');
      expect(isThere).toBe(navigation.includes('advanced-reports'));
    }
    expect(buttonsOf('PL', ['portal_admin'], features).get('balance')).toMatchObject({
      visibleWhen: { field: '$data.features', contains: 'ADV_REPORT_WATER_BALANCE' },
      action: {
        do: 'go',
        to: {
          route: 'advanced-reports-water-balance-index',
          params: { property: '$route.property' },
        },
      },
    });
    expect(buttonsOf('PL', ['portal_admin'], ['CONSUMPTION_BASIC']).has('balance')).toBe(false);
    expect(buttonsOf('PL', ['portal_domea'], features).has('balance')).toBe(false);
  });
});
