import { createHash, randomBytes } from 'node:crypto';
import { clientId } from './portal.ts';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  expires_in: number;
}

interface Cookie {
  value: string;
  path: string;
}

/** As much of a browser as a sign-in needs: cookies by path and prefix, forms, redirects one at a time. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();
  readonly url: string;
  readonly #server: string;

  /** `url` is where the portal believes to be; a proxy hands on to `server`. */
  constructor(url: string, server = url) {
    this.url = url;
    this.#server = server;
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(address, this.url);
    const cookie = [...this.cookies]
      .filter(([, { path }]) => target.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.slice(0, key.indexOf(' '))}=${value}`)
      .join('; ');
    const headers = new Headers(init.headers);
    if (cookie) headers.set('cookie', cookie);
    const served = new URL(target.pathname + target.search, this.#server);
    const response = await fetch(served, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Follows redirects until a page answers or they leave for the portal's own callback. */
  async visit(address: string, init?: RequestInit): Promise<{ url: URL; response: Response }> {
    let url = new URL(address, this.url);
    let response = await this.fetch(url.href, init);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('location') ?? '', url);
      if (!url.pathname.startsWith('/oidc')) break;
      response = await this.fetch(url.href);
    }
    return { url, response };
  }

  async openSignIn(parameters: Record<string, string> = {}) {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: `${this.url}/auth/callback`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'state-1',
      ...parameters,
    });
    return { verifier, ...(await this.visit(`/oidc/auth?${query}`)) };
  }

  /** Sends the sign-in form that is shown at `url`. */
  submit(url: URL, username: string, password: string) {
    return this.visit(url.href, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    });
  }

  async requestTokens(parameters: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: clientId, ...parameters });
    const headers = { origin: this.url };
    return fetch(`${this.#server}/oidc/token`, { method: 'POST', body, headers });
  }

  /** As a page of the portal renews its tokens: with the cookies, as browsers send them to their own origin. */
  renew({ refresh_token }: Tokens): Promise<Response> {
    const body = new URLSearchParams({
      client_id: clientId,
      grant_type: 'refresh_token',
      refresh_token,
    });
    return this.fetch('/oidc/token', { method: 'POST', body, headers: { origin: this.url } });
  }

  async exchange(callback: URL, verifier: string): Promise<Tokens> {
    const response = await this.requestTokens({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: `${this.url}/auth/callback`,
      code_verifier: verifier,
    });
    return (await response.json()) as Tokens;
  }

  /** The whole way from the sign-in button to tokens. */
  async signIn(username: string, password: string): Promise<Tokens> {
    const { url, verifier } = await this.openSignIn();
    const { url: callback } = await this.submit(url, username, password);
    return this.exchange(callback, verifier);
  }

  async readSession(accessToken: string): Promise<{ status: number; user: unknown }> {
    const response = await fetch(`${this.#server}/api/session`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const text = await response.text();
    return { status: response.status, user: text ? JSON.parse(text) : undefined };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((one) => one.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    const isSecure = attributes.some((one) => one.toLowerCase() === 'secure');
    if (isSecure && !this.url.startsWith('https:')) return;
    if (/^__(Secure|Host)-/.test(name) && !isSecure) return;
    const hasDomain = attributes.some((one) => one.toLowerCase().startsWith('domain='));
    if (name.startsWith('__Host-') && (path !== '/' || hasDomain)) return;
    const key = `${name} ${path}`;
    const isGone = attributes.some((one) => one.includes('01 Jan 1970'));
    if (isGone) this.cookies.delete(key);
    else this.cookies.set(key, { value, path });
  }
}
