// Which sessions began at a tenant's own provider: found by the person and by the session there, so that a sign-out here goes on
// at the provider, and one there ends them here. In the tenant's partition, because a provider acts in its own tenant only.
import { deriveSealingKey, seal, unseal } from '../../../shared/credentials/seal.ts';
import { type Change, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Partition, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { hashAtProvider } from '../users/store.ts';
import type { SessionItem } from './session.ts';

/** What a sign-out needs to know of the sign-in at the provider. */
export interface ProviderSignIn {
  readonly issuer: string;
  readonly sub: string;
  /** The provider's own session (OpenID Connect Back-Channel Logout 1.0, 2.1). */
  readonly sid: string | undefined;
  /** Where the provider signs people out (OpenID Connect RP-Initiated Logout 1.0, 2.1). */
  readonly endSessionEndpoint: string | undefined;
  readonly idToken: string;
}

/** A session that began at a provider. */
export interface ProviderSessionItem {
  readonly type: 'provider-session';
  readonly sessionId: string;
  /** The hash of the session's cookie, under which it is stored. */
  readonly hash: string;
  readonly userId: string;
  readonly issuer: string;
  /** The hash of the provider's `sid`. */
  readonly sidHash?: string | undefined;
  readonly endSessionEndpoint?: string | undefined;
  /** The ID token, sealed with the cookie's value, which is not stored: only the browser of the session can open it. */
  readonly sealedIdToken?: string | undefined;
  readonly ttl: number;
}

/** The longest ID token that is sent back as a hint: the address of a longer one is refused by many servers. */
export const maxHintLength = 6000;

type SessionPlace = Pick<SessionItem, 'id' | 'providerTenant' | 'providerSubject'>;

/** Where it is stored that a provider has begun a session; undefined of any other session. */
function findPlace(
  platform: PlatformStore,
  { id, providerTenant, providerSubject }: SessionPlace,
): { readonly tenant: TenantStore; readonly key: Key<ProviderSessionItem> } | undefined {
  if (providerTenant === undefined || providerSubject === undefined) return undefined;
  const tenant = openTenant(platform, providerTenant);
  return { tenant, key: tenant.key(`PROVIDER-SESSIONS#${providerSubject}`, id) };
}

const deriveHintKey = (cookieToken: string, sessionId: string): Buffer =>
  deriveSealingKey(cookieToken, sessionId, 'rostrum id token hint');

/** By what a session is found by its provider. */
export const hashSubject = ({ issuer, sub }: Pick<ProviderSignIn, 'issuer' | 'sub'>): string =>
  hashAtProvider(issuer, sub);

/** Makes a session that is stored under this cookie known by its provider. */
export function insertProviderSession(
  platform: PlatformStore,
  session: SessionItem & { readonly hash: string },
  { issuer, sid, endSessionEndpoint, idToken }: ProviderSignIn,
  cookieToken: string,
): Change[] {
  const place = findPlace(platform, session);
  if (!place) return [];
  const { id, hash, userId, ttl } = session;
  const isHint = endSessionEndpoint !== undefined && idToken.length <= maxHintLength;
  const sidHash = sid === undefined ? undefined : hashAtProvider(issuer, sid);
  const item: ProviderSessionItem = {
    ...{ type: 'provider-session', sessionId: id, hash, userId, issuer, sidHash, endSessionEndpoint },
    sealedIdToken: isHint ? seal(Buffer.from(idToken, 'utf8'), deriveHintKey(cookieToken, id)) : undefined,
    ttl,
  };
  const listed =
    sidHash === undefined ? undefined : { listing: sessionsBySid(place.tenant, sidHash), sort: id };
  return [put(place.key, item, listed && { listed })];
}

/** Makes a session unknown to its provider. */
export function removeProviderSession(platform: PlatformStore, session: SessionPlace): Change[] {
  const place = findPlace(platform, session);
  return place ? [remove(place.key)] : [];
}

/** What is known of the sign-in of a session at its provider; undefined where it began at the platform. */
export async function findProviderSession(
  platform: PlatformStore,
  session: SessionPlace,
): Promise<ProviderSessionItem | undefined> {
  const place = findPlace(platform, session);
  return place?.tenant.get(place.key, { consistent: true });
}

/** The ID token of the sign-in; undefined where it is not stored, or the cookie is another one. */
export function openIdToken(
  { sealedIdToken, sessionId }: ProviderSessionItem,
  cookieToken: string | undefined,
): string | undefined {
  if (sealedIdToken === undefined || cookieToken === undefined) return undefined;
  try {
    return Buffer.from(unseal(sealedIdToken, deriveHintKey(cookieToken, sessionId))).toString('utf8');
  } catch {
    return undefined;
  }
}

const sessionsBySubject = (tenant: TenantStore, subject: string): Partition<ProviderSessionItem> =>
  tenant.partition(`PROVIDER-SESSIONS#${subject}`);
const sessionsBySid = (tenant: TenantStore, sidHash: string): Partition<ProviderSessionItem> =>
  tenant.listing(`PROVIDER-SIDS#${sidHash}`);

/** The sessions of a tenant that began in this session at the provider, or as this person where none is named. */
export async function listProviderSessions(
  tenant: TenantStore,
  {
    issuer,
    sub,
    sid,
  }: { readonly issuer: string; readonly sub?: string | undefined; readonly sid?: string | undefined },
): Promise<ProviderSessionItem[]> {
  const sidHash = sid === undefined ? undefined : hashAtProvider(issuer, sid);
  if (sub !== undefined) {
    const partition = sessionsBySubject(tenant, hashAtProvider(issuer, sub));
    const items = await tenant.queryAll(partition, { consistent: true });
    return items.filter((item) => sidHash === undefined || item.sidHash === sidHash);
  }
  return sidHash === undefined ? [] : tenant.queryAll(sessionsBySid(tenant, sidHash));
}
