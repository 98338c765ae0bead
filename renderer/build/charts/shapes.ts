import { curveLinear } from 'd3-shape';

export {
  area,
  curveLinear,
  line,
  stack,
  stackOffsetExpand,
  stackOffsetNone,
  stackOffsetSilhouette,
  stackOffsetWiggle,
  stackOrderNone,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';

// The portal's graphs go straight from value to value: nothing is invented between two readings.
export {
  curveLinear as curveBasis,
  curveLinear as curveBasisClosed,
  curveLinear as curveBasisOpen,
  curveLinear as curveBumpX,
  curveLinear as curveBumpY,
  curveLinear as curveLinearClosed,
  curveLinear as curveMonotoneX,
  curveLinear as curveMonotoneY,
  curveLinear as curveNatural,
  curveLinear as curveStep,
  curveLinear as curveStepAfter,
  curveLinear as curveStepBefore,
};
