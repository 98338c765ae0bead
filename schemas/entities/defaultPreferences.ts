import type { Preferences } from './account.ts';

// Apart from the schema, so that a page knows them without zod.

/** The colours of the light theme. One that is left so takes its counterpart of the dark theme there. */
export const defaultPreferences: Preferences = {
  dateFormat: 'DD.MM.YYYY',
  graphColors: {
    hca: '#8a5a00',
    hcaCompare: '#c9ab74',
    hotWater: '#b3352f',
    hotWaterCompare: '#d69a94',
    coldWater: '#2463b0',
    coldWaterCompare: '#8aa4c4',
    coldAndHotWater: '#23724a',
    coldAndHotWaterCompare: '#8bb8a0',
    propertyAverage: '#7a3fb0',
    nationalAverage: '#4d5763',
    degreeDays: '#a1580b',
  },
};
