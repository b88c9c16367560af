// What people have allowed applications of others, so that they are asked only once.
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../../shared/data/store.ts';

/** What a person has allowed an application in one tenant. Kept for a year after it was last given. */
interface ConsentItem {
  readonly type: 'consent';
  readonly scopes: readonly string[];
  /** ISO 8601 UTC. */
  readonly createdDate: string;
  readonly ttl: number;
}

export const consentSeconds = 365 * 86_400;

/** Who allows what to whom, and where. */
export interface ConsentPlace {
  readonly userId: string;
  readonly clientId: string;
  readonly tenantCode: string;
}

const consentKey = (
  platform: PlatformStore,
  { userId, clientId, tenantCode }: ConsentPlace,
): Key<ConsentItem> => platform.key(`CONSENTS#${userId}`, `${clientId}#${tenantCode}`);

/** The scopes that a person has allowed; undefined where they were never asked. */
export async function findConsent(
  platform: PlatformStore,
  place: ConsentPlace,
  now: Date,
): Promise<readonly string[] | undefined> {
  const item = await platform.get(consentKey(platform, place), { consistent: true });
  return item && item.ttl * 1000 > now.getTime() ? item.scopes : undefined;
}

/** Where a person has allowed something. */
export async function listConsents(platform: PlatformStore, userId: string): Promise<ConsentPlace[]> {
  const items = await platform.queryAll(
    platform.partition<ConsentItem & { readonly sk: string }>(`CONSENTS#${userId}`),
  );
  return items.map(({ sk }) => {
    const [clientId = '', tenantCode = ''] = sk.split('#');
    return { userId, clientId, tenantCode };
  });
}

/** Takes back what a person has allowed: they are asked again. */
export const removeConsent = (platform: PlatformStore, place: ConsentPlace): Change =>
  remove(consentKey(platform, place));

/** Records what a person has allowed now, beside what they allowed before. */
export const recordConsent = (
  platform: PlatformStore,
  place: ConsentPlace,
  scopes: readonly string[],
  now: Date,
): Change =>
  put(consentKey(platform, place), {
    type: 'consent',
    scopes: [...new Set(scopes)],
    createdDate: now.toISOString(),
    ttl: Math.floor(now.getTime() / 1000) + consentSeconds,
  });
