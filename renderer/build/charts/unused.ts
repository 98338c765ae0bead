/**
 * Parts of Recharts that the portal's graphs never use: its own tooltip, pies, crosshairs, and
 * charts that move with each other.
 */
function nothing() {
  return null;
}

export {
  nothing as Cross,
  nothing as DefaultTooltipContent,
  nothing as Sector,
  nothing as useBrushChartSynchronisation,
  nothing as useSynchronisedEventsFromOtherCharts,
  nothing as useTooltipChartSynchronisation,
};
