/** Periods that people ask for by name; each has its words under `ui:period`. */
export const usualPeriodNames = ['thisMonth', 'lastMonth', 'thisYear', 'lastTwelveMonths'] as const;
export type UsualPeriodName = (typeof usualPeriodNames)[number];
