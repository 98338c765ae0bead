import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { AppError } from '../../errors.ts';
import { remoteAddressOf } from '../../http/remoteAddress.ts';
import type { Limits } from '../limits.ts';
import { type DemoHint, renderCode, renderMessage, renderSignIn, stylesheetPath } from './pages.ts';
import type { SignInSteps, StepOutcome } from './signInSteps.ts';
import { findTexts, type PageTexts } from './texts.ts';

export interface PageSettings {
  readonly mount: string;
  readonly portalUrl: string;
  readonly demo: DemoHint | undefined;
}

type Next = () => Promise<unknown>;

const formBytes = 8_192;
const stylesheet = readFileSync(path.join(import.meta.dirname, 'pages.css'), 'utf8');

/** Answers the sign-in page and its stylesheet; everything else goes on to oidc-provider. */
export function createInteractions(
  provider: Provider,
  settings: PageSettings,
  steps: SignInSteps,
  limits: Pick<Limits, 'spend'>,
): (ctx: KoaContextWithOIDC, next: Next) => Promise<void> {
  return async (ctx, next) => {
    if (ctx.path === stylesheetPath && ctx.method === 'GET') {
      ctx.type = 'text/css';
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.body = stylesheet;
    } else if (/^\/interaction\/[\w-]+$/.test(ctx.path) && /^(GET|POST)$/.test(ctx.method)) {
      ctx.set('Cache-Control', 'no-store');
      await answerSignIn(ctx, provider, settings, steps);
    } else if (ctx.path === '/auth' && !isSilent(ctx) && (await isTooOften(ctx, limits))) {
      refuseTooMany(ctx, findTexts(ctx.get('Accept-Language')), settings);
    } else {
      await next();
    }
  };
}

async function answerSignIn(
  ctx: KoaContextWithOIDC,
  provider: Provider,
  { mount, portalUrl, demo }: PageSettings,
  steps: SignInSteps,
): Promise<void> {
  const isForeign = ctx.method === 'POST' && !isOwnOrigin(ctx.get('Origin'), portalUrl);
  const interaction = isForeign ? undefined : await findInteraction(ctx, provider);
  if (!interaction) {
    const texts = findTexts(ctx.get('Accept-Language'));
    const { expiredTitle: title, expiredText: text } = texts;
    ctx.status = isForeign ? 403 : 400;
    ctx.type = 'html';
    ctx.body = renderMessage({ texts, mount, title, text, portalUrl });
    return;
  }

  const texts = textsOf(ctx, interaction.params);
  const { uid } = interaction;
  const page = { texts, mount, portalUrl, action: `${mount}/interaction/${uid}` };
  const given = ctx.method === 'POST' ? await readAnswer(ctx) : undefined;
  let outcome: StepOutcome | undefined;
  try {
    outcome = given && (await takeStep(uid, given, remoteAddressOf(ctx.req), steps));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refuseTooMany(ctx, texts, { mount, portalUrl });
    return;
  }
  if (outcome?.step === 'done') {
    const { subject, factors } = outcome;
    const login = { accountId: subject, remember: false, amr: [...factors] };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }));
    ctx.status = 303;
    return;
  }
  const hasFailed = outcome?.step === 'refused' && given?.kind !== 'restart';
  // A failed attempt is a page like any other: a 4xx would stand in the browser's console.
  ctx.status = 200;
  ctx.type = 'html';
  ctx.body = (await steps.isWaitingForCode(uid))
    ? renderCode({ ...page, hasFailed })
    : renderSignIn({
        ...page,
        ...(hasFailed && { failedUsername: given?.kind === 'password' ? given.username : '' }),
        demo,
      });
}

/** Browsers name it with each form; what names none is no browser that somebody else could have led here. */
function isOwnOrigin(origin: string, portalUrl: string): boolean {
  return origin === '' || origin === new URL(portalUrl).origin;
}

/** Asked without a page, as when a session is restored: nothing is kept of it. */
function isSilent(ctx: KoaContextWithOIDC): boolean {
  return ctx.method === 'GET' && ctx.query.prompt === 'none';
}

async function isTooOften(ctx: KoaContextWithOIDC, limits: Pick<Limits, 'spend'>) {
  try {
    await limits.spend('interaction', remoteAddressOf(ctx.req));
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

function refuseTooMany(
  ctx: KoaContextWithOIDC,
  texts: PageTexts,
  { mount, portalUrl }: Pick<PageSettings, 'mount' | 'portalUrl'>,
): void {
  const { tooManyTitle: title, tooManyText: text } = texts;
  ctx.status = 429;
  ctx.type = 'html';
  ctx.body = renderMessage({ texts, mount, title, text, portalUrl });
}

type Answer =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'restart' };

async function takeStep(
  uid: string,
  answer: Answer,
  address: string,
  steps: SignInSteps,
): Promise<StepOutcome> {
  if (answer.kind === 'code') return steps.checkCode(uid, { ...answer, address });
  if (answer.kind === 'password') return steps.checkPassword(uid, { ...answer, address });
  await steps.startOver(uid);
  return { step: 'refused' };
}

async function readAnswer(ctx: KoaContextWithOIDC): Promise<Answer> {
  const form = await readForm(ctx);
  // PostgreSQL's text can't hold a NUL.
  const read = (name: string) => (form.get(name) ?? '').replaceAll('\0', '');
  if (form.has('restart')) return { kind: 'restart' };
  if (form.has('code')) return { kind: 'code', code: read('code') };
  return {
    kind: 'password',
    username: read('username').trim(),
    password: form.get('password') ?? '',
  };
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
