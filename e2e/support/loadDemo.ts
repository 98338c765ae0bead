import { existsSync, readFileSync } from 'node:fs';
import { placesIn, prepare } from './preparation.ts';

/** A program: loads what the portals of the journeys begin with into E2E_FOLDER, before they begin. */
const folder = process.env.E2E_FOLDER;
if (!folder) throw new Error('E2E_FOLDER says where the demo of the journeys goes.');
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
await prepare(folder, stopping.signal);
const { fault } = placesIn(folder);
if (existsSync(fault)) {
  process.stderr.write(`${readFileSync(fault, 'utf8')}\n`);
  process.exitCode = 1;
}
