// The part of a sign-out at the provider of a tenant that signed the person in (OpenID Connect RP-Initiated Logout 1.0, 2 and 3):
// the browser goes there and comes back to an address of ours, from where it goes on to that of the application.
import { randomBytes } from 'node:crypto';
import { type Change, ifPresent, insert, remove } from '../../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../../shared/data/store.ts';
import { openTenant } from '../../administration/open-tenant.ts';
import { getSignOutReturnUri } from '../../federation/administer.ts';
import { loadFederation } from '../../federation/store.ts';
import { hashCookieToken, readCookie } from '../../sessions/cookies.ts';
import { findProviderSession, openIdToken } from '../../sessions/provider-session.ts';
import type { StoredSession } from '../../sessions/store.ts';

/** How long the person may take at the provider, in seconds. */
export const signOutSeconds = 600;

/** A sign-out that goes on at a provider. */
interface PendingSignOutItem {
  readonly type: 'pending-sign-out';
  /** The hash of the browser's cookie: only the browser that was sent there comes back. */
  readonly browser: string;
  /** The registered address of the application; absent where the person stays here. */
  readonly returnUrl?: string | undefined;
  /** That of the page on which they stay. */
  readonly language?: string | undefined;
  /** Epoch seconds. */
  readonly endsAt: number;
  readonly ttl: number;
}

const pendingKey = (platform: PlatformStore, id: string): Key<PendingSignOutItem> =>
  platform.key(`SIGN-OUT#${id}`, 'SIGN-OUT');

/** The form of a state: 128 random bits. */
const statePattern = /^[A-Za-z0-9_-]{22}$/;

type Headers = Readonly<Record<string, string>>;

/** Lets the browser with this cookie come back from the provider with this state. */
export function insertPendingSignOut(
  platform: PlatformStore,
  state: string,
  browserToken: string,
  after: Pick<PendingSignOutItem, 'returnUrl' | 'language'>,
  now: Date,
): Change {
  const endsAt = Math.floor(now.getTime() / 1000) + signOutSeconds;
  const item = { ...after, endsAt, ttl: endsAt, browser: hashCookieToken(browserToken) };
  return insert(pendingKey(platform, state), { type: 'pending-sign-out', ...item });
}

/** Where the browser goes on, and the change that lets it come back. */
export interface ProviderSignOut {
  readonly url: string;
  readonly changes: readonly Change[];
}

/**
 * The rest of a sign-out at the provider that began the session; undefined where it began here, the provider has no address
 * for it, or the tenant no longer has this provider. Nothing is sent to the provider, so that none can hold up a sign-out. Two reads.
 * @param after where the person comes back to in the end, an address that is registered, or in which language they stay
 */
export async function beginProviderSignOut(
  platform: PlatformStore,
  session: StoredSession,
  headers: Headers,
  after: Pick<PendingSignOutItem, 'returnUrl' | 'language'>,
  now: Date,
): Promise<ProviderSignOut | undefined> {
  if (session.providerTenant === undefined) return undefined;
  const [known, { provider }] = await Promise.all([
    findProviderSession(platform, session),
    loadFederation(openTenant(platform, session.providerTenant)),
  ]);
  const browser = readCookie(headers.cookie, 'rostrum-browser');
  if (known?.endSessionEndpoint === undefined || browser === undefined) return undefined;
  if (!provider?.isActive || provider.keepsSession || provider.issuer !== known.issuer) return undefined;
  const state = randomBytes(16).toString('base64url');
  const url = new URL(known.endSessionEndpoint);
  const hint = openIdToken(known, readCookie(headers.cookie, 'rostrum-session'));
  if (hint !== undefined) url.searchParams.set('id_token_hint', hint);
  url.searchParams.set('client_id', provider.clientId);
  url.searchParams.set('post_logout_redirect_uri', getSignOutReturnUri());
  url.searchParams.set('state', state);
  return { url: url.href, changes: [insertPendingSignOut(platform, state, browser, after, now)] };
}

/** The sign-out with which this browser was sent to a provider, and the change that ends it; undefined where there is none. */
export async function findPendingSignOut(
  platform: PlatformStore,
  state: string | undefined,
  headers: Headers,
  now: Date,
): Promise<(Pick<PendingSignOutItem, 'returnUrl' | 'language'> & { readonly end: Change }) | undefined> {
  const browser = readCookie(headers.cookie, 'rostrum-browser');
  if (state === undefined || browser === undefined || !statePattern.test(state)) return undefined;
  const key = pendingKey(platform, state);
  const item = await platform.get(key, { consistent: true });
  if (item?.browser !== hashCookieToken(browser) || item.endsAt * 1000 <= now.getTime()) return undefined;
  const { returnUrl, language } = item;
  return { returnUrl, language, end: remove(key, { condition: ifPresent, onConflict: 'retry' }) };
}
