import type { GraphColors } from '../../../schemas/entities/account.ts';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import type { ConsumptionGroup } from '../../../schemas/entities/device.ts';
import { useSource } from '../../core/data.ts';

const source = { call: 'preferences.get', params: { id: '$session.userId' } };

const keys: Readonly<Record<ConsumptionGroup, [keyof GraphColors, keyof GraphColors]>> = {
  COLD_WATER: ['coldWater', 'coldWaterCompare'],
  HOT_WATER: ['hotWater', 'hotWaterCompare'],
  HCA: ['hca', 'hcaCompare'],
  COLD_AND_HOT_WATER: ['coldAndHotWater', 'coldAndHotWaterCompare'],
};

/** The colours that the reader has chosen; those left as they were are the theme's own. */
export function useGraphColours() {
  const { data } = useSource<'preferences.get'>(source);
  return (key: string) => chosenColour(data?.graphColors, key);
}

/** Undefined for a colour that was left as it is by default, or that there is none of. */
export function chosenColour(colours: GraphColors | undefined, key: string): string | undefined {
  if (!colours || !Object.hasOwn(colours, key)) return undefined;
  const name = key as keyof GraphColors;
  return colours[name] === defaultPreferences.graphColors[name] ? undefined : colours[name];
}

/** A group's chosen colours as the variables that its graph is drawn with. */
export function groupStyle(
  colourOf: (key: string) => string | undefined,
  group: ConsumptionGroup,
): Record<string, string> {
  const [current, compare] = keys[group].map(colourOf);
  return {
    ...(current && { '--graph-current': current }),
    ...(compare && { '--graph-compare': compare }),
  };
}
