import type { RuleName } from '../../../schemas/rules.ts';

/** What schemas can't say of themselves: rules are functions, bindings a pattern. */

interface RuleWords {
  /** As they are written in `params`. */
  readonly params: string;
  readonly holds: string;
}

export const ruleWords: Readonly<Record<RuleName, RuleWords>> = {
  required: { params: '', holds: 'something is filled in' },
  alpha: { params: '["pl"]', holds: 'letters only; with a language, those of its alphabet' },
  alpha_num: { params: '["pl"]', holds: 'letters and digits only' },
  alpha_dash: { params: '["pl"]', holds: 'letters, digits, hyphens and underscores only' },
  alpha_spaces: { params: '["pl"]', holds: 'letters and spaces only' },
  numeric: { params: '', holds: 'digits only' },
  integer: { params: '', holds: 'a whole number' },
  digits: { params: '[5]', holds: 'exactly so many digits' },
  digits_after_comma: { params: '[2]', holds: 'at most so many digits after the comma or point' },
  email: { params: '', holds: 'an e-mail address' },
  url: { params: '{ "pattern": "…" }', holds: 'a web address; with a pattern, one that fits it' },
  password: { params: '', holds: 'the portal’s password policy' },
  uncommon: {
    params: '["$session.username", "meterhouse"]',
    holds:
      'always: a password’s field warns when it is easy to guess or has one of these names in it',
  },
  regex: { params: '["^[A-Z]{2}"]', holds: 'fits the pattern; no look-around, no back-references' },
  min: { params: '[10]', holds: 'so many characters at least' },
  max: { params: '[100]', holds: 'so many characters at most' },
  length: { params: '[8]', holds: 'exactly so many characters or entries' },
  min_value: { params: '[1]', holds: 'this number or more' },
  max_value: { params: '[5]', holds: 'this number or less' },
  between: { params: '[1, 5]', holds: 'a number from the first to the second' },
  not_below: {
    params: '["@other"]',
    holds:
      'this number, or the one of the field named after @, or more; anything while that is empty',
  },
  not_before: {
    params: '["@other"]',
    holds: 'this day, or the day of the field named after @, or later',
  },
  days_at_most: {
    params: '["@startDate", 62]',
    holds:
      'at most so many days since the field named after @, both included; `{ "since": "@startDate", "by": "@sampling", "DAILY": 62 }` has a number for each value of another field',
  },
  is: { params: '["@other"]', holds: 'equals this, or the field named after @' },
  is_not: { params: '["@other"]', holds: 'differs from this, or from the field named after @' },
  confirmed: { params: '["@password"]', holds: 'the same as the field named after @' },
  one_of: { params: '["a", "b"]', holds: 'one of these' },
  not_one_of: { params: '["a", "b"]', holds: 'none of these' },
  ext: { params: '["pdf", "csv"]', holds: 'a file with one of these endings' },
  image: { params: '', holds: 'a file that is an image' },
  mimes: { params: '["image/*"]', holds: 'a file of one of these types' },
  size: { params: '[500]', holds: 'a file of at most so many kilobytes' },
  dimensions: { params: '[640, 480]', holds: 'an image exactly so wide and high' },
};

export const bindingWords = {
  route: 'a part of the address: `{property}` in the route’s path is `$route.property`',
  query: 'a query parameter of the address that the screen declares under `query`',
  row: 'a field of the row: in tables, maps, figures',
  data: 'a field of what the nearest `source` above answered',
  session: 'what is known of the signed-in user',
  selection: 'of all ticked rows, the list of this field: in `bulkActions`',
  form: 'a field of the form, in its `submit`; in a control that finds, `text` is what was typed',
  answer: 'a field of what the call answered: in its `next`',
  market: 'what the country’s market file says',
  device: 'what the device prefers',
} as const;
