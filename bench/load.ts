import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** Asks what it is told to, so many times over sixteen kept connections; then says so. */

export interface Block {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly requests: number;
}

const connections = 16;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

function ask({ url, headers }: Block): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

parentPort?.on('message', async (block: Block | undefined) => {
  if (!block) {
    agent.destroy();
    parentPort?.close();
    return;
  }
  let left = block.requests;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await ask(block);
    }),
  );
  parentPort?.postMessage('done');
});
