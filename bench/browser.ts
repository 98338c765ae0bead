import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { leanBlueprintPlugin } from '../renderer/build/leanBlueprintPlugin.ts';
import { operationsPlugin } from '../renderer/build/operationsPlugin.ts';
import { staticIconsPlugin } from '../renderer/build/staticIconsPlugin.ts';

/**
 * Builds a page of this folder as the portal is built, serves it, and hands a Chromium over with its
 * origin. `files` are served by their names beside it, as scripts.
 */
export async function withPage(
  name: string,
  files: Readonly<Record<string, string>>,
  work: (browser: Browser, origin: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  try {
    await buildPage(name, directory);
    const { origin, close } = await serve(directory, files);
    const browser = await launch();
    try {
      await work(browser, origin);
    } finally {
      await browser.close();
      close();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

export function launch(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

async function buildPage(name: string, directory: string): Promise<void> {
  const house = path.join(import.meta.dirname, '..');
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, name),
    mode: 'production',
    logLevel: 'error',
    plugins: [react(), leanBlueprintPlugin(), operationsPlugin(), staticIconsPlugin()],
    resolve: {
      alias: { 'markdown-to-jsx/react': path.join(house, 'renderer/build/plainText.ts') },
    },
    build: { outDir: directory, emptyOutDir: true, reportCompressedSize: false },
  });
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The built page, for any address that is no file. */
async function serve(directory: string, files: Readonly<Record<string, string>>) {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path.extname(name) ? name : '/index.html';
    try {
      const content = files[name] ?? (await readFile(path.join(directory, path.normalize(file))));
      response.writeHead(200, {
        'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that so large a part of them doesn't exceed. */
export function percentile(values: readonly number[], part: number): number {
  const at = Math.min(values.length - 1, Math.floor(values.length * part));
  return values.toSorted((a, b) => a - b)[at] ?? 0;
}
