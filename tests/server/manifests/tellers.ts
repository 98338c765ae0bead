import czech from '../../../locales/cs/explanations.json' with { type: 'json' };
import english from '../../../locales/en/explanations.json' with { type: 'json' };
import polish from '../../../locales/pl/explanations.json' with { type: 'json' };
import { createTeller } from '../../../server/manifestTools/words.ts';

/** Who says what tools find in a language, without names of roles and features. */
export const tellers = {
  en: createTeller({ explanations: english }, 'en'),
  pl: createTeller({ explanations: polish }, 'pl'),
  cs: createTeller({ explanations: czech }, 'cs'),
};
