import type { ReportType } from '../../../schemas/kinds/reports.ts';
import { apartmentConsumption } from './kinds/apartmentConsumption.ts';
import { areaAnalysis } from './kinds/areaAnalysis.ts';
import { deviceConsumption } from './kinds/deviceConsumption.ts';
import {
  ammErrors,
  checkingErrors,
  disassemblyErrors,
  exchangeErrors,
} from './kinds/deviceErrors.ts';
import { deviceReading } from './kinds/deviceReading.ts';
import { flatConsumption } from './kinds/flatConsumption.ts';
import { lowConsumption } from './kinds/lowConsumption.ts';
import { reverseFlow } from './kinds/reverseFlow.ts';
import type { ReportComputation } from './reportComputation.ts';

/** What the rows of each type are. */
export const computations: Readonly<Record<ReportType, ReportComputation>> = {
  DEVICE_READING: deviceReading,
  DEVICE_CONSUMPTION: deviceConsumption,
  APARTMENT_CONSUMPTION: apartmentConsumption,
  FLAT_CONSUMPTION: flatConsumption,
  AREA_ANALYSIS: areaAnalysis,
  REVERSE_FLOW: reverseFlow,
  ZERO_OR_LOW_CONSUMPTION: lowConsumption,
  AMM_ERROR_LIST: ammErrors,
  DISASSEMBLY_ERRORS: disassemblyErrors,
  ERRORS_REQUIRE_CHECKING_DEVICE: checkingErrors,
  ERROR_REQUIRE_EXCHANGE_DEVICE: exchangeErrors,
};
