import type { Coverage } from '../../../schemas/entities/consumption.ts';
import { formatPercent } from '../../core/format.ts';
import type { Translate } from '../../core/text.ts';

/** «30 % interpolated, 20 % not read»; empty when all was measured, or nobody has said. */
export function coverageWords(
  coverage: Coverage | null | undefined,
  t: Translate,
  locale: string,
): string {
  const write = (share: number) => formatPercent(share * 100, { locale, signed: false });
  const { interpolated = 0, unknown = 0 } = coverage ?? {};
  return [
    interpolated > 0 && t('ui:graph.shareInterpolated', { share: write(interpolated) }),
    unknown > 0 && t('ui:graph.shareUnknown', { share: write(unknown) }),
  ]
    .filter(Boolean)
    .join(', ');
}
