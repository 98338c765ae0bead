import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { type DemoHint, renderMessage, renderSignIn, stylesheetPath } from './pages.ts';
import { findTexts, type PageTexts } from './texts.ts';

export interface PageSettings {
  readonly mount: string;
  readonly portalUrl: string;
  readonly demo: DemoHint | undefined;
}

/** The subject of the account when the password is right and the account not locked. */
export type CheckPassword = (username: string, password: string) => Promise<string | undefined>;

type Next = () => Promise<unknown>;

const formBytes = 8_192;
const stylesheet = readFileSync(path.join(import.meta.dirname, 'pages.css'), 'utf8');

/** Answers the sign-in page and its stylesheet; everything else goes on to oidc-provider. */
export function createInteractions(
  provider: Provider,
  settings: PageSettings,
  checkPassword: CheckPassword,
): (ctx: KoaContextWithOIDC, next: Next) => Promise<void> {
  return async (ctx, next) => {
    if (ctx.path === stylesheetPath && ctx.method === 'GET') {
      ctx.type = 'text/css';
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.body = stylesheet;
    } else if (/^\/interaction\/[\w-]+$/.test(ctx.path) && /^(GET|POST)$/.test(ctx.method)) {
      ctx.set('Cache-Control', 'no-store');
      await answerSignIn(ctx, provider, settings, checkPassword);
    } else {
      await next();
    }
  };
}

async function answerSignIn(
  ctx: KoaContextWithOIDC,
  provider: Provider,
  { mount, portalUrl, demo }: PageSettings,
  checkPassword: CheckPassword,
): Promise<void> {
  const interaction = await findInteraction(ctx, provider);
  if (!interaction) {
    const texts = findTexts(ctx.get('Accept-Language'));
    const { expiredTitle: title, expiredText: text } = texts;
    ctx.status = 400;
    ctx.type = 'html';
    ctx.body = renderMessage({ texts, mount, title, text, portalUrl });
    return;
  }

  const texts = textsOf(ctx, interaction.params);
  let failedUsername: string | undefined;
  if (ctx.method === 'POST') {
    const form = await readForm(ctx);
    // PostgreSQL's text can't hold a NUL.
    const username = (form.get('username') ?? '').replaceAll('\0', '').trim();
    const subject = await checkPassword(username, form.get('password') ?? '');
    if (subject !== undefined) {
      const login = { accountId: subject, remember: false };
      ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }));
      ctx.status = 303;
      return;
    }
    failedUsername = username;
  }
  const action = `${mount}/interaction/${interaction.uid}`;
  // A failed attempt is a page like any other: a 4xx would stand in the browser's console.
  ctx.status = 200;
  ctx.type = 'html';
  ctx.body = renderSignIn({ texts, mount, action, failedUsername, demo });
}

async function findInteraction(ctx: KoaContextWithOIDC, provider: Provider) {
  try {
    return await provider.interactionDetails(ctx.req, ctx.res);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** The language that the portal asked for, else the browser's. */
export function textsOf(ctx: KoaContextWithOIDC, params: Record<string, unknown>): PageTexts {
  const wanted = params.ui_locales;
  return findTexts(typeof wanted === 'string' ? wanted : ctx.get('Accept-Language'));
}

async function readForm(ctx: KoaContextWithOIDC): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > formBytes) ctx.throw(413);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
