import { runReportScreens } from './reportScreens.ts';

await runReportScreens({ size: process.argv[2] as any, readings: undefined });
