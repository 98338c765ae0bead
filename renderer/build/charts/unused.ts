/** Parts of Recharts that the portal's graphs never draw: its own tooltip, pies, crosshairs. */
function Nothing() {
  return null;
}

export { Nothing as Cross, Nothing as DefaultTooltipContent, Nothing as Sector };
