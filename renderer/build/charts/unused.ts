import type { ReactNode } from 'react';

/**
 * Parts of Recharts that the portal's graphs never use: its own tooltip and labels, pies and other
 * round charts, crosshairs, containers that measure, and charts that move with each other.
 */
function nothing() {
  return null;
}

function absent() {
  return undefined;
}

function never() {
  return false;
}

function childrenOnly({ children }: { children?: ReactNode }) {
  return children;
}

export const defaultLabelProps = {};

export {
  absent as degreeToRadian,
  absent as getMaxRadius,
  absent as inRangeOfSector,
  absent as polarToCartesian,
  absent as selectAngleAxis,
  absent as selectAngleAxisRange,
  absent as selectAngleAxisRangeWithReversed,
  absent as selectPolarViewBox,
  absent as selectRadiusAxis,
  absent as selectRadiusAxisRange,
  absent as selectRadiusAxisRangeWithReversed,
  absent as usePolarLabelContext,
  absent as useResponsiveContainerContext,
  childrenOnly as CartesianLabelContextProvider,
  childrenOnly as CartesianLabelListContextProvider,
  childrenOnly as PolarLabelContextProvider,
  childrenOnly as PolarLabelListContextProvider,
  never as isLabelContentAFunction,
  nothing as CartesianLabelFromLabelProp,
  nothing as Cross,
  nothing as DefaultTooltipContent,
  nothing as Label,
  nothing as LabelList,
  nothing as LabelListFromLabelProp,
  nothing as PolarLabelFromLabelProp,
  nothing as ResponsiveContainer,
  nothing as Sector,
  nothing as useBrushChartSynchronisation,
  nothing as useSynchronisedEventsFromOtherCharts,
  nothing as useTooltipChartSynchronisation,
};
