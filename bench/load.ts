import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks one address as often as it can for some seconds; posts the requests a second. */

const connections = 16;
const { url, seconds, headers } = workerData as {
  url: string;
  seconds: number;
  headers: Record<string, string>;
};
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const end = performance.now() + seconds * 1000;
let count = 0;

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        count += 1;
        resolve();
      });
    })
      .once('error', reject)
      .end();
  });
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < end) await ask();
  }),
);
agent.destroy();
parentPort?.postMessage(count / seconds);
