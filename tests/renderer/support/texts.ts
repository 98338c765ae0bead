import i18next from 'i18next';
import core from '../../../locales/en/core.json' with { type: 'json' };
import errors from '../../../locales/en/errors.json' with { type: 'json' };
import forms from '../../../locales/en/forms.json' with { type: 'json' };
import reports from '../../../locales/en/reports.json' with { type: 'json' };
import subAdmin from '../../../locales/en/sub-admin.json' with { type: 'json' };
import english from '../../../locales/en/ui.json' with { type: 'json' };
import userManagement from '../../../locales/en/user-management.json' with { type: 'json' };
import validation from '../../../locales/en/validation.json' with { type: 'json' };
import polish from '../../../locales/pl/ui.json' with { type: 'json' };

const texts = {
  title: 'A title',
  label: 'Label',
  name: 'Name',
  amount: 'Amount',
  nothing: 'Nothing here',
  hello: 'Hello {{name}}',
  search: 'Search things',
  hello2: 'Hello2',
  detail: 'Detail',
  article: [
    '## Who reads *what*',
    'Meters are **read** each `day`, \\*never\\* by hand.',
    '### Where',
    '- [outside](https://example.org/a?b=1)',
    '- [mail](mailto:help@example.org)',
    '- [thing](/things/5?tab=x#top)',
    '1. first\n2. second',
    '| who | what |\n| --- | --- |\n| a | b |',
    '> said',
    '```\n<b>code</b>\n```',
  ].join('\n\n'),
  attack: [
    '# <img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '[one](javascript:alert(1)) [two](data:text/html,x) [three](http://example.org)',
    '[four](//example.org) [five](/elsewhere) [six](/\\example.org/x) ![seven](https://example.org/x.png)',
    '[eight](JaVaScRiPt:alert(1)) <javascript:alert(1)>',
  ].join('\n\n'),
};

const enums = {
  urgency: { 0: 'Non-critical', 5: 'Warning', 10: 'Critical' },
  reportFailure: { TOO_MANY_ROWS: 'Too many rows' },
  deviceCategory: { HCA: 'Heating', COLD_WATER_METER: 'Cold water' },
  packageStatus: { READY: 'Ready', ERROR: 'Failed' },
  timeframe: { HOURLY: 'Hourly', DAILY: 'Daily', WEEKLY: 'Weekly', MONTHLY: 'Monthly' },
  intervalStatus: { ESTIMATED: 'Estimated' },
};

/** i18next with the shell's real texts and a few of the tests' own. */
export async function createTexts(language = 'en') {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
    resources: {
      en: {
        ui: english,
        core,
        errors,
        forms,
        validation,
        reports,
        'sub-admin': subAdmin,
        'user-management': userManagement,
        enums,
        test: texts,
      },
      pl: { ui: polish },
    },
  });
  return i18n;
}
