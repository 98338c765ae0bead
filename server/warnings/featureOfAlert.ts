import { warningKinds } from '../../schemas/kinds/warnings.ts';

const cases = Object.values(warningKinds).map(
  ({ type, feature }) => `WHEN '${type}' THEN '${feature}'`,
);

/** SQL for the feature that the alert in the column `alert` asks for. */
export const featureOfAlert = `CASE alert ${cases.join(' ')} END`;
