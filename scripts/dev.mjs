import { forwardSignals, runProgram, stopPrograms } from './bootstrap/execute.mjs';
import { runTool } from './bootstrap/tool.mjs';

const pages = 'http://127.0.0.1:5173';

forwardSignals();
console.log(`The pages with reload are at ${pages} (after the server has printed its address).`);
const exit = await Promise.race([
  runProgram(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    // The sign-in has to come back to Vite's address.
    env: { PUBLIC_URL: pages, ...process.env },
  }),
  runTool('vite', 'vite', ['--clearScreen', 'false']),
]);
stopPrograms();
process.exitCode = exit;
