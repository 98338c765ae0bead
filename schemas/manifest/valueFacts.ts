import { jobTypeOf, nameOf, reportKinds } from '../kinds/reports.ts';
import { measuredKinds } from '../kinds/warnings.ts';
import type { EnumerationName } from './enumerations.ts';

/** What rows know of a value, for what stands in manifests once for all of them. */
export interface ValueFacts {
  /** The id of what an entry with `each` makes for it. */
  readonly id: string;
  /** The others are written $each.<fact>, within texts and keys <fact>. */
  readonly [fact: string]: string;
}

const reports = Object.values(reportKinds);

/** By enumerations whose values are rows, in the rows' order, which `each` keeps. */
export const valueFacts: Readonly<
  Partial<Record<EnumerationName, ReadonlyMap<string, ValueFacts>>>
> = {
  reportType: new Map(
    reports.map((kind) => [
      kind.type,
      {
        id: nameOf(kind),
        form: `reports.${nameOf(kind)}`,
        feature: kind.feature,
        asks: kind.asks,
      },
    ]),
  ),
  reportJobType: new Map(
    reports.flatMap((kind) =>
      kind.isJob
        ? [
            [
              jobTypeOf(kind.type),
              {
                id: nameOf(kind),
                form: `reports.${nameOf(kind)}-job`,
                feature: kind.feature,
                asks: kind.asks,
              },
            ],
          ]
        : [],
    ),
  ),
  alertSetting: new Map(
    Object.values(measuredKinds).map((kind) => [
      kind.type,
      {
        id: kind.page,
        about: `enums:alertSettingAbout.${kind.type}`,
        screen: `warnings.settings-${kind.page}`,
        route: `warnings-and-alerts-settings-${kind.page}`,
        form: kind.form,
        feature: kind.feature,
        icon: kind.icon,
        get: `${kind.calls}.get`,
        save: `${kind.calls}.save`,
        forecast: `${kind.calls}.forecast`,
      },
    ]),
  ),
};
