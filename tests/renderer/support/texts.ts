import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import errors from '../../../locales/en/errors.json' with { type: 'json' };
import forms from '../../../locales/en/forms.json' with { type: 'json' };
import english from '../../../locales/en/ui.json' with { type: 'json' };
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
};

const enums = {
  deviceCategory: { HCA: 'Heating', COLD_WATER_METER: 'Cold water' },
  timeframe: { HOURLY: 'Hourly', DAILY: 'Daily', WEEKLY: 'Weekly', MONTHLY: 'Monthly' },
  intervalStatus: { ESTIMATED: 'Estimated' },
  urgency: { 10: 'Critical' },
};

/** i18next with the shell's real texts and a few of the tests' own. */
export async function createTexts(language = 'en') {
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
    resources: {
      en: { ui: english, errors, forms, validation, enums, test: texts },
      pl: { ui: polish },
    },
  });
  return i18n;
}
