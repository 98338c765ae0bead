import type { WarningSetting } from '../../../schemas/entities/warningSetting.ts';
import {
  type Limits,
  limitsSchema,
  type MeasuredType,
  measuredKinds,
} from '../../../schemas/kinds/warnings.ts';
import type { DefaultsOf } from '../../warnings/defaults.ts';
import type { SettingRow } from './settings.repository.ts';

/** The limits of a call's body. */
export function limitsOf<Type extends MeasuredType>(
  type: Type,
  body: WarningSetting<Type>,
): Limits<Type> {
  return limitsSchema(type).parse(body) as Limits<Type>;
}

export function describeLimits<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
): string {
  // One line, also where a column is narrow.
  return measuredKinds[type].describe(limits).replaceAll(' ', '\u00a0');
}

export function toSetting<Type extends MeasuredType>(
  type: Type,
  row: SettingRow,
  usual: ReturnType<DefaultsOf>,
): WarningSetting<Type> {
  const { isOn, urgency } = measuredKinds[type];
  return {
    properties: [row.property],
    isOn: row.isOn ?? isOn,
    ...((row.limits ?? usual.limits) as Limits<Type>),
    ...(urgency !== null && { urgency: row.urgency ?? usual.urgency ?? urgency }),
    notifyByEmail: row.notifyByEmail,
    notifyByMobile: row.notifyByMobile,
  } as WarningSetting<Type>;
}
