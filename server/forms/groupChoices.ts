import type { ChoiceGroup } from '../../schemas/manifest/compiledForm.ts';
import { enumerations } from '../../schemas/manifest/enumerations.ts';
import type { FormField } from '../../schemas/manifest/form.ts';
import { valueGroups } from '../../schemas/manifest/valueGroups.ts';

/** The enumeration that has all of these values, so that most fields need not name theirs. */
export function findEnumeration(values: readonly unknown[]): string | undefined {
  const found = Object.entries(enumerations).find(([, schema]) => {
    const known: readonly unknown[] = 'options' in schema ? schema.options : [...schema.values];
    return values.every((value) => known.includes(value));
  });
  return found?.[0];
}

/** The groups of an enumeration's values; undefined when they have none. */
export const groupsOf = (enumeration: string | undefined) =>
  Object.entries(valueGroups).find(([name]) => name === enumeration)?.[1];

/** Choices by their groups, in the order in which each group first comes. */
export function groupChoices(
  values: readonly unknown[],
  enumeration: string | undefined,
): ChoiceGroup[] | undefined {
  const groups = groupsOf(enumeration);
  if (!groups) return undefined;
  const byGroup = Map.groupBy(values, (value) => groups.groupOf[String(value)]);
  return [...byGroup].map(([group, grouped]) => ({
    label: `enums:${groups.of}.${group}`,
    values: grouped,
  }));
}

/** Ready selections of choices, by the groups that each names; one without any has all choices. */
export function selectChoices(
  values: readonly unknown[],
  enumeration: string | undefined,
  levels: NonNullable<FormField['levels']>,
): ChoiceGroup[] {
  const groups = groupsOf(enumeration);
  return Object.values(levels).map(({ label, groups: named }) => ({
    label,
    values: values.filter(
      (value) => !named || named.includes(groups?.groupOf[String(value)] ?? ''),
    ),
  }));
}
