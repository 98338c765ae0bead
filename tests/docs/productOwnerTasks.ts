import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import type { OperationId } from '../../schemas/api/operations.ts';
import type { Role } from '../../schemas/entities/access.ts';
import type { Country } from '../../schemas/entities/market.ts';
import { checkSubmission } from '../../server/forms/checkSubmission.ts';
import { sayIn } from '../../server/forms/sayIn.ts';
import { createValidatorStore } from '../../server/forms/validators.ts';
import { createManifestCache } from '../../server/manifests/serve/serve.ts';
import { listPresets } from '../../server/manifests/session/access.ts';
import { compileScreen } from '../../server/manifests/session/compile.ts';
import { compileIndex } from '../../server/manifests/session/compileIndex.ts';
import type { ManifestSet } from '../../server/manifests/session/manifestSet.ts';
import { holder } from '../server/manifests/subjects.ts';
import { readSound, type Workplace } from './tasks.ts';

/** What can be seen in the portal before each task of the product owners’ guide, and after it. */

// biome-ignore lint/suspicious/noExplicitAny: what is compiled is looked into freely here.
type Free = any;

export interface Task {
  /** The task that has to be done first. */
  readonly follows?: string;
  readonly observe: (portal: Portal) => Promise<unknown> | unknown;
  readonly before: unknown;
  readonly after: unknown;
}

/** What sessions of a set get, with texts in a language. */
export interface Portal {
  screen(country: Country, id: string): Free;
  index(country: Country, role?: Role): Free;
  presets(country: Country): readonly { readonly id: string; readonly preset: Free }[];
  text(language: string, key: string): Promise<string | undefined>;
  /** What a screen's form says to a body: the one with an id, or the one on the first place. */
  judge(country: Country, id: string, body: object, form?: string): string[];
  /** What the API says to a body: of no form that an administrator of the country sees. */
  send(country: Country, operation: OperationId, body: object): string[] | 'no form';
}

const store = createValidatorStore();

export async function openPortal(workplace: Workplace): Promise<Portal> {
  const set: ManifestSet = await readSound(workplace);
  const envelope = { signIn: { authority: '', clientId: '', scope: '' }, problems: [] };
  const cache = createManifestCache(set, envelope, store.keep);
  const screen = (country: Country, id: string): Free =>
    compileScreen(set.markets[country], id, holder(country, 'portal_admin'), {
      keepSchema: store.keep,
    });
  return {
    screen,
    index: (country, role = 'portal_admin') =>
      compileIndex(set.markets[country], holder(country, role), { ...envelope, texts: '' }),
    presets: (country) => listPresets(set.markets[country], holder(country, 'portal_admin')),
    text: async (language, key) => {
      const [namespace, name = ''] = key.split(':');
      for (const one of [language, 'en']) {
        const file = path.join(workplace.directories.localesDirectory, one, `${namespace}.json`);
        const texts = parse(await readFile(file, 'utf8').catch(() => '{}'));
        const text = name.split('.').reduce((value: Free, part) => value?.[part], texts);
        if (text !== undefined) return text;
      }
      return undefined;
    },
    send(country, operation, body) {
      const forms = cache.findForms(operation, holder(country, 'portal_admin')) ?? [];
      const [form] = forms;
      if (!form) return 'no form';
      return checkSubmission(form, body, store, say).map(({ field, rule }) => `${field} ${rule}`);
    },
    judge(country, id, body, form) {
      const { children } = screen(country, id).root;
      const node = form ? children.find((one: Free) => one.id === form) : children[0];
      return checkSubmission(node.form, body, store, say).map(
        ({ field, rule }) => `${field} ${rule}`,
      );
    },
  };
}

const say = sayIn(() => ({}));

const good = {
  subject: 'TECH_SUPPORT',
  message: 'The meter in flat 3 is silent.',
  emailAddress: 'a@b.pl',
  sendCopy: false,
};
const contact = 'contact.index';
const another = { ...good, additionalEmailAddress: 'c@d.pl' };

const columnsOf = (portal: Portal, country: Country) =>
  portal
    .screen(country, 'consumption.property')
    .root.children.find(({ id }: Free) => id === 'tenants')
    .columns.map(({ id }: Free) => id);
const fieldOf = (portal: Portal, country: Country, name: string) =>
  portal
    .screen(country, contact)
    .root.children[0].form.fields.find((field: Free) => field.name === name);

const flats = {
  reportName: 'Flats',
  reportType: 'FLAT_CONSUMPTION',
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  format: 'CSV',
};
const told = { properties: [1], isOn: true, notifyByEmail: true, notifyByMobile: false };
const leakage = { ...told, litresPerHour: 4, criticalLitresPerHour: 20, hours: 24 };
const co2 = { ...told, ppm: 1000, criticalPpm: 1400, hours: 2 };
const humidity = { ...told, percent: 70, hours: 24, urgency: 5 };
const reportInPoland = [
  [],
  ['body.consumerName hidden'],
  ['reportName', 'properties', 'deviceType'],
  undefined,
];
const reportFormOf = (portal: Portal, country: Country, form: string) =>
  portal.screen(country, 'reports.create').root.children.find(({ id }: Free) => id === form).form;
const reportFieldsOf = (portal: Portal, country: Country, form: string) =>
  reportFormOf(portal, country, form).fields.map(({ name }: Free) => name);
const defaultOf = (
  portal: Portal,
  country: Country,
  { form, field }: { form: string; field: string },
) => reportFormOf(portal, country, form).schema.properties[field].default;

const presetOf = (portal: Portal, country: Country, name: string) =>
  portal.presets(country).find(({ id }) => id === `reports.${name}`)?.preset;

async function seePreset(portal: Portal) {
  const { title, description, ...preset } = presetOf(portal, 'PL', 'hot-water') ?? {};
  if (!title) return 'no preset';
  return {
    card: [await portal.text('en', title), await portal.text('en', description), preset.icon],
    period: preset.period,
    definition: preset.definition,
    inCzechia: presetOf(portal, 'CZ', 'hot-water') !== undefined,
  };
}

async function seePage(portal: Portal) {
  const page = portal.screen('PL', 'consumption.properties')?.root;
  if (!page) return 'no page';
  const [table] = page.children;
  const say = (key: string) => portal.text('pl', key);
  const route = portal.index('PL').routes.find(({ path: at }: Free) => at === '/properties');
  return {
    title: await say(page.title),
    tab: await say(route.title),
    above: route.breadcrumb.parent,
    columns: table.columns.map(({ id, copy }: Free) => (copy ? `${id}, to copy` : id)),
    leadsTo: table.rowLink.route,
    empty: [await say(table.empty.title), await say(table.empty.description)],
  };
}

async function seeModule(portal: Portal) {
  const index = portal.index('PL');
  const entry = index.navigation.find(({ path: at }: Free) => at === '/notices');
  if (!entry) return 'no module';
  const route = index.routes.find(({ path: at }: Free) => at === '/notices');
  const { root } = portal.screen('PL', 'notices.index');
  return {
    entry: [await portal.text('en', entry.label), entry.icon],
    title: await portal.text('en', root.title),
    tab: await portal.text('en', route.title),
    above: route.breadcrumb.parent,
    says: await portal.text('en', root.children[0].text),
    inCzechia: portal.screen('CZ', 'notices.index') !== undefined,
    forUsers: portal
      .index('PL', 'portal_user')
      .navigation.some((one: Free) => one.id === 'notices'),
  };
}

export const tasks: Readonly<Record<string, Task>> = {
  'A page from nothing': {
    observe: seePage,
    before: 'no page',
    after: {
      title: 'All properties',
      tab: 'All properties',
      above: 'consumption-index',
      columns: ['name', 'city', 'worksNo, to copy'],
      leadsTo: 'consumption-property',
      empty: ['There are no properties', 'Ask your administrator for access.'],
    },
  },
  'A new module': {
    observe: seeModule,
    before: 'no module',
    after: {
      entry: ['Notices', 'bell'],
      title: 'Notices',
      tab: 'Notices',
      above: 'dashboard',
      says: 'Here we tell you what changes.',
      inCzechia: false,
      forUsers: false,
    },
  },
  'Another text in one country': {
    observe: async (portal) => {
      const inCzechia = portal.screen('CZ', contact).root.subtitle;
      const inPoland = portal.screen('PL', contact).root.subtitle;
      return {
        czech: await portal.text('cs', inCzechia),
        english: await portal.text('en', inCzechia),
        elsewhere: await portal.text('en', inPoland),
        send: [await portal.text('cs', 'contact:send'), await portal.text('en', 'contact:send')],
      };
    },
    before: {
      czech: 'Napište, co potřebujete. Odpovíme e-mailem.',
      english: 'Tell us what you need. We answer by e-mail.',
      elsewhere: 'Tell us what you need. We answer by e-mail.',
      send: ['Odeslat', 'Send'],
    },
    after: {
      czech: 'Napište, co potřebujete. Odpovíme do dvou dnů.',
      english: 'Tell us what you need. We answer within two days.',
      elsewhere: 'Tell us what you need. We answer by e-mail.',
      send: ['Odeslat', 'Send'],
    },
  },
  'Take a field away': {
    observe: (portal) => portal.judge('PL', contact, another),
    before: [],
    after: ['body.additionalEmailAddress hidden'],
  },
  'Take a field away in one country': {
    observe: (portal) => [
      portal.judge('PL', contact, another),
      portal.judge('CZ', contact, another),
    ],
    before: [[], []],
    after: [[], ['body.additionalEmailAddress hidden']],
  },
  'Add a field to a form': {
    follows: 'Take a field away',
    observe: (portal) => [
      portal.judge('PL', contact, another),
      fieldOf(portal, 'PL', 'additionalEmailAddress'),
      fieldOf(portal, 'PL', 'subject')?.placeholder,
    ],
    before: [['body.additionalEmailAddress hidden'], undefined, 'contact:subjectPlaceholder'],
    after: [
      [],
      {
        name: 'additionalEmailAddress',
        label: 'fields:ContactMessage.additionalEmailAddress',
        section: 'what',
        width: 'half',
      },
      'contact:subjectPlaceholder',
    ],
  },
  'Tighten a limit': {
    observe: (portal) =>
      [1000, 1001, 3000].map((length) =>
        portal.judge('PL', contact, { ...good, message: 'x'.repeat(length) }),
      ),
    before: [[], [], []],
    after: [[], ['body.message maxLength'], ['body.message maxLength']],
  },
  'Ask for a field only at times': {
    observe: (portal) => [
      portal.judge('PL', contact, good),
      portal.judge('PL', contact, { ...good, sendCopy: true }),
      portal.judge('PL', contact, { ...another, sendCopy: true }),
      portal.judge('PL', contact, another),
    ],
    before: [[], [], [], []],
    after: [
      [],
      ['body.additionalEmailAddress required'],
      [],
      ['body.additionalEmailAddress hidden'],
    ],
  },
  'Hide a column in one country': {
    observe: (portal) => {
      const [here, elsewhere] = [columnsOf(portal, 'CZ'), columnsOf(portal, 'PL')];
      return {
        hidden: elsewhere.filter((id: string) => !here.includes(id)),
        added: here.filter((id: string) => !elsewhere.includes(id)),
      };
    },
    before: { hidden: [], added: [] },
    after: { hidden: ['coldWaterMeter'], added: [] },
  },
  'Put a column at another place': {
    observe: (portal) => [columnsOf(portal, 'PL').slice(0, 3), columnsOf(portal, 'CZ').slice(0, 3)],
    before: [
      ['tenantNo', 'tenantName', 'address'],
      ['tenantNo', 'tenantName', 'address'],
    ],
    after: [
      ['address', 'tenantNo', 'tenantName'],
      ['tenantNo', 'tenantName', 'address'],
    ],
  },
  'Change a report’s form in one country': {
    observe: (portal) =>
      (['CZ', 'PL'] as const).map((country) => [
        portal.judge(country, 'reports.create', { ...flats, format: 'PDF' }, 'flat-consumption'),
        portal.judge(
          country,
          'reports.create',
          { ...flats, consumerName: 'A' },
          'flat-consumption',
        ),
        reportFieldsOf(portal, country, 'flat-consumption').slice(0, 3),
        defaultOf(portal, country, { form: 'flat-consumption', field: 'columnSeparator' }),
      ]),
    before: [reportInPoland, reportInPoland],
    after: [
      [['body.format enum'], [], ['reportName', 'properties', 'consumerName'], 'COMMA'],
      reportInPoland,
    ],
  },
  'Choose, order and rename a report’s columns': {
    observe: (portal) =>
      (['PL', 'CZ'] as const).map((country) =>
        defaultOf(portal, country, { form: 'device-reading', field: 'columns' }),
      ),
    before: [undefined, undefined],
    after: [
      [
        { name: 'deviceSerial', customName: 'Numer licznika' },
        { name: 'readAt' },
        { name: 'reading', customName: 'Stan', maxWidth: 12 },
        { name: 'unit' },
      ],
      undefined,
    ],
  },
  'Make a report ready to start': {
    observe: seePreset,
    before: 'no preset',
    after: {
      card: [
        'Hot water, week by week',
        'Each meter over the last two months, as CSV',
        'temperature',
      ],
      period: { months: 2 },
      definition: {
        reportType: 'DEVICE_CONSUMPTION',
        sampling: 'WEEKLY',
        format: 'CSV',
        deviceType: 'HOT_WATER_METER',
        columns: [
          { name: 'propertyName' },
          { name: 'deviceSerial' },
          { name: 'begin', customName: 'Week' },
          { name: 'consumption' },
        ],
      },
      inCzechia: false,
    },
  },
  'Change a preset in one country': {
    observe: (portal) =>
      (['CZ', 'PL'] as const).map((country) => {
        const { period, definition, title } = presetOf(portal, country, 'flats-last-month');
        return [period, definition.format, title];
      }),
    before: [
      [{ months: 1 }, 'XLSX', 'reports:presets.flatsLastMonth.title'],
      [{ months: 1 }, 'XLSX', 'reports:presets.flatsLastMonth.title'],
    ],
    after: [
      [{ days: 31 }, 'CSV', 'reports:presets.flatsLastMonth.title'],
      [{ months: 1 }, 'XLSX', 'reports:presets.flatsLastMonth.title'],
    ],
  },
  'Tighten a warning’s limit in one country': {
    observe: (portal) =>
      (['CZ', 'PL'] as const).map((country) => [
        portal.send(country, 'leakage.save', leakage),
        portal.send(country, 'leakage.save', { ...leakage, litresPerHour: 0.5 }),
        portal.send(country, 'leakage.save', {
          ...leakage,
          litresPerHour: 7,
          criticalLitresPerHour: 31,
        }),
      ]),
    before: [
      [[], [], []],
      [[], [], []],
    ],
    after: [
      [
        [],
        ['body.litresPerHour minimum'],
        ['body.litresPerHour maximum', 'body.criticalLitresPerHour maximum'],
      ],
      [[], [], []],
    ],
  },
  'Hide a type of warnings in one country': {
    observe: (portal) =>
      (['CZ', 'PL', 'DK'] as const).map((country) => [
        portal.send(country, 'co2.save', co2),
        portal
          .screen(country, 'warnings.settings')
          .root.children[0].rowActions.some(({ id }: Free) => id === 'co2'),
        portal.screen(country, 'warnings.settings-co2')?.root.children[0].type,
      ]),
    before: [
      [[], true, 'table'],
      [[], true, 'table'],
      [[], true, 'table'],
    ],
    after: [
      ['no form', false, undefined],
      [[], true, 'table'],
      [[], true, 'table'],
    ],
  },
  'Take a value of an enumeration out of one country': {
    observe: (portal) =>
      (['PL', 'CZ'] as const).map((country) => {
        const { items } = portal
          .screen(country, 'document-archive.available-documents')
          .root.children.find(({ id }: Free) => id === 'controls');
        const { only } = items.find(({ id }: Free) => id === 'documentType');
        return [only.includes('IMS_INVOICE'), only.includes('INDIVIDUAL_BILLING')];
      }),
    before: [
      [true, true],
      [true, true],
    ],
    after: [
      [true, true],
      [false, true],
    ],
  },
  'Ask for a note when a warning is resolved': {
    observe: (portal) => [
      portal.send('PL', 'warning.resolve', { warnings: [1] }),
      portal.send('PL', 'warning.resolve', { warnings: [1], note: 'Too short' }),
      portal.send('PL', 'warning.resolve', { warnings: [1], note: 'The valve was mended.' }),
      portal
        .screen('PL', 'warnings.resolve')
        .root.children[0].form.fields.map(({ name, widget, help }: Free) => [name, widget, help]),
    ],
    before: [
      [],
      [],
      [],
      [
        ['warnings', 'hidden', undefined],
        ['note', 'textarea', 'warnings:note.hint'],
      ],
    ],
    after: [
      ['body.note required'],
      ['body.note minLength'],
      [],
      [
        ['warnings', 'hidden', undefined],
        ['note', 'textarea', 'warnings:note.hint'],
      ],
    ],
  },
  'Change what a warning’s form begins with': {
    observe: (portal) => {
      const { children } = portal.screen('PL', 'warnings.settings-form').root;
      const { form } = children.find(({ id }: Free) => id === 'high-humidity');
      const { section, width } = form.fields.find(({ name }: Free) => name === 'percent');
      return [
        form.schema.properties.percent.default,
        portal.send('PL', 'humidity.save', humidity),
        portal.send('PL', 'humidity.save', { ...humidity, percent: 81 }),
        [section, width],
      ];
    },
    before: [70, [], [], ['limits', 'half']],
    after: [65, [], ['body.percent maximum'], ['limits', 'half']],
  },
  'Use a part': {
    observe: (portal) => {
      const [first, second] = portal.screen('PL', 'consumption.deviation').root.children;
      return [first.id, first.action?.do, first.icon, second.id, second.type];
    },
    before: ['controls', undefined, undefined, 'shown', 'section'],
    after: ['print', 'print', 'clipboard', 'controls', 'controls'],
  },
  'Add a language': {
    observe: async (portal) => {
      const { root } = portal.screen('PL', contact);
      return {
        title: await portal.text('sv', root.title),
        send: await portal.text('sv', root.children[0].submitLabel),
        // What the language doesn’t say is English.
        subtitle: await portal.text('sv', root.subtitle),
      };
    },
    before: {
      title: 'Contact',
      send: 'Send',
      subtitle: 'Tell us what you need. We answer by e-mail.',
    },
    after: {
      title: 'Kontakt',
      send: 'Skicka',
      subtitle: 'Tell us what you need. We answer by e-mail.',
    },
  },
};
