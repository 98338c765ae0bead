import type { Locale } from '../../../schemas/entities/languages.ts';
import type { ManifestService } from '../../manifests/service.ts';
import type { SubjectReason } from '../../manifests/tools/explainSubject.ts';

type Words = Readonly<Record<string, unknown>>;

/** Says reasons in a language: each once, in a sentence of the texts `explanations:`. */
export function createTeller(manifests: Pick<ManifestService, 'words'>, locale: Locale) {
  const { explanations, enums } = manifests.words(locale) as { explanations: Words; enums: Words };

  function labelOf(enumeration: string, value: string): string {
    const labels = enums[enumeration] as Readonly<Record<string, string>> | undefined;
    return labels?.[value] ?? value;
  }

  function say({ kind, owner, values }: SubjectReason): string {
    const [group = '', clause = ''] = kind.split('.');
    const text = clause ? (explanations[group] as Words)[clause] : explanations[group];
    const enumeration = { anyRole: 'role', notRole: 'role', anyFeature: 'feature' }[clause];
    const isRule = group === 'rule' && enumeration !== undefined;
    const told = isRule ? values.map((value) => labelOf(enumeration, value)) : values;
    const sentence = String(text).replace('{{values}}', () => told.join(', '));
    return owner ? `${owner}: ${sentence}` : sentence;
  }

  return {
    reasons: (reasons: readonly SubjectReason[]) => [...new Set(reasons.map(say))].join(' '),
    places: (reasons: readonly SubjectReason[]) =>
      [...new Set(reasons.flatMap(({ place }) => place || []))].join(', '),
  };
}
