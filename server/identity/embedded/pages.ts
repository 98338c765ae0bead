import type { PageTexts } from './texts.ts';

/** The embedded provider's pages as text: plain HTML that needs no script and no inline style. */

export const stylesheetPath = '/pages.css';

interface PageParts {
  readonly texts: PageTexts;
  /** Below which path the provider is mounted. */
  readonly mount: string;
}

export interface DemoHint {
  /** Asked when the page is drawn, for markets may change meanwhile. */
  readonly listUsernames: () => readonly string[];
  readonly password: string;
}

export function renderSignIn(
  parts: PageParts & {
    action: string;
    portalUrl: string;
    /** What was typed before, when the attempt failed. */
    failedUsername?: string | undefined;
    demo?: DemoHint | undefined;
  },
): string {
  const { texts, failedUsername } = parts;
  const hasFailed = failedUsername !== undefined;
  const described = hasFailed ? ' aria-invalid="true" aria-describedby="error"' : '';
  return renderPage(
    parts,
    texts.signInTitle,
    `${hasFailed ? renderFailure(texts, texts.wrongPassword) : ''}
    <form method="post" action="${escapeHtml(parts.action)}">
      <label for="username">${texts.username}</label>
      <input id="username" name="username" type="text" value="${escapeHtml(failedUsername ?? '')}"
        autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false"
        maxlength="200" required${hasFailed ? '' : ' autofocus'}${described}>
      <label for="password">${texts.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password"
        maxlength="200" required${described}>
      <button type="submit">${texts.signIn}</button>
    </form>
    <p class="aside"><a href="${escapeHtml(parts.portalUrl)}auth/forgot-password">${texts.forgotPassword}</a></p>
    ${parts.demo ? renderDemo(texts, parts.demo) : ''}`,
    texts.signInLead,
  );
}

/** The second step, for who has set up an authenticator app. */
export function renderCode(parts: PageParts & { action: string; hasFailed: boolean }): string {
  const { texts, hasFailed } = parts;
  const described = hasFailed ? 'error code-hint' : 'code-hint';
  return renderPage(
    parts,
    texts.codeTitle,
    `${hasFailed ? renderFailure(texts, texts.wrongCode) : ''}
    <form method="post" action="${escapeHtml(parts.action)}">
      <label for="code">${texts.code}</label>
      <input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none"
        autocorrect="off" spellcheck="false" maxlength="40" required
        ${hasFailed ? 'aria-invalid="true"' : 'autofocus'} aria-describedby="${described}">
      <p class="hint" id="code-hint">${texts.codeHint}</p>
      <button type="submit">${texts.signIn}</button>
    </form>
    <form method="post" action="${escapeHtml(parts.action)}">
      <button type="submit" class="quiet" name="restart" value="yes">${texts.startOver}</button>
    </form>`,
    texts.codeLead,
  );
}

/** `form` is the provider's own, with its secret against forged requests. */
export function renderSignOut(parts: PageParts & { form: string; portalUrl: string }): string {
  const { texts } = parts;
  return renderPage(
    parts,
    texts.signOutTitle,
    `<p>${texts.signOutQuestion}</p>
    ${parts.form}
    <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${texts.signOut}</button>
    <p class="aside"><a href="${escapeHtml(parts.portalUrl)}">${texts.staySignedIn}</a></p>`,
  );
}

/** A page that says something and leads back to the portal. */
export function renderMessage(
  parts: PageParts & { title: string; text: string; code?: string | undefined; portalUrl: string },
): string {
  const { texts, code } = parts;
  return renderPage(
    parts,
    parts.title,
    `<p>${escapeHtml(parts.text)}</p>
    ${code ? `<p class="code">${texts.errorCode}: <code>${escapeHtml(code)}</code></p>` : ''}
    <p><a class="button" href="${escapeHtml(parts.portalUrl)}">${texts.toPortal}</a></p>`,
  );
}

function renderPage(
  { texts, mount }: PageParts,
  title: string,
  content: string,
  lead?: string,
): string {
  return `<!doctype html>
<html lang="${texts.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(title)} · Meterhouse</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${mount}${stylesheetPath}">
</head>
<body>
  <main>
    <p class="brand"><svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><path d="M3 13 14 3l11 10v12H3z"/><circle cx="14" cy="17" r="5"/><path class="needle" d="m14 17 3-3"/></svg>Meterhouse</p>
    <h1>${escapeHtml(title)}</h1>
    ${lead ? `<p class="lead">${escapeHtml(lead)}</p>` : ''}
    ${content}
  </main>
</body>
</html>
`;
}

// The summary takes the focus, so that a screen reader begins with what went wrong.
function renderFailure(texts: PageTexts, text: string): string {
  return `<div class="failure" role="alert" tabindex="-1" autofocus aria-labelledby="error-title">
      <h2 id="error-title">${texts.wrongPasswordTitle}</h2>
      <p id="error">${text}</p>
    </div>`;
}

function renderDemo(texts: PageTexts, demo: DemoHint): string {
  const accounts = demo.listUsernames().map((one) => `<li><code>${escapeHtml(one)}</code></li>`);
  return `<details>
      <summary>${texts.demoAccounts}</summary>
      <p>${texts.demoPassword} <code>${escapeHtml(demo.password)}</code></p>
      <ul>${accounts.join('')}</ul>
    </details>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
