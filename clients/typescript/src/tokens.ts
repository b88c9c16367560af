// Where the client's access tokens come from: client credentials, or a user's token that the program has.
import { readFailure } from './errors.ts';

/** What token sources know of the client that they serve. */
export interface TokenContext {
  /** The base address of area B, which has the token endpoint. */
  readonly crm: string;
  /** Sends a request without a token, again where it may be repeated. */
  readonly send: (request: Request) => Promise<Response>;
}

/** Gives the token for a request. `refused` is one that the platform has just answered with 401. */
export type TokenSource = (context: TokenContext, refused?: string) => Promise<string | undefined>;

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Some of the client's scopes, separated by spaces; all of them by default. */
  readonly scope?: string;
}

interface IssuedToken {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly renewAt: number;
}

/** A token is renewed this long before it expires, so that none expires on its way. */
const RENEWED_BEFORE_MS = 60_000;

/**
 * Tokens of an OAuth client (RFC 6749, 4.4): fetched with the first request, used for all until they are about to expire
 * or are refused. Requests that need one at the same time share it.
 */
export function clientCredentials(credentials: ClientCredentials): TokenSource {
  let issued: Promise<IssuedToken> | undefined;
  return async (context, refused) => {
    const known = issued;
    const current = await known?.catch(() => undefined);
    const isUsable = current && current.value !== refused && current.renewAt > Date.now();
    // Another request may have renewed it while this one waited.
    if (!isUsable && issued === known) issued = requestToken(context, credentials);
    return (await issued)?.value;
  };
}

async function requestToken(
  { crm, send }: TokenContext,
  { clientId, clientSecret, scope }: ClientCredentials,
): Promise<IssuedToken> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
  form.set('client_id', clientId);
  form.set('client_secret', clientSecret);
  const response = await send(new Request(`${crm}/oauth/token`, { method: 'POST', body: form }));
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw readFailure({ area: 'identity', response, body });
  const { access_token, expires_in } = body as { access_token: string; expires_in: number };
  return { value: access_token, renewAt: Date.now() + expires_in * 1000 - RENEWED_BEFORE_MS };
}

/**
 * A user's token: the text itself, or a function that gives the current one. The function is called for every request,
 * and again with the token that was refused, so that it can renew it.
 */
export const userToken =
  (token: string | ((refused?: string) => string | Promise<string>)): TokenSource =>
  async (_, refused) =>
    typeof token === 'string' ? token : token(refused);
