// What applications got in a session without the scope offline_access: it ends with the session.
import { insertRevokedToken } from '../../../shared/auth/tokens/revocation.ts';
import { tokenLifetime } from '../../../shared/auth/tokens/tokens.ts';
import { type Change, put } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { openTenant } from '../administration/open-tenant.ts';

/** With which the ids of access tokens begin that were issued in a session, and where they work. */
interface SessionGrantItem {
  readonly type: 'session-grant';
  readonly grantId: string;
  readonly clientId: string;
  readonly tenantCode: string;
  /** Epoch seconds. */
  readonly issuedAt: number;
  readonly ttl: number;
}

/** A code is exchanged within a minute; the token lives for so long after that, with clocks that differ; seconds. */
const longestLife = tokenLifetime + 120;

/** How many are ended in one transaction, the latest ones; no application needs another token each minute. */
const maxGrants = 40;

const grantsOfSession = (platform: PlatformStore, sessionId: string) =>
  platform.partition<SessionGrantItem>(`SESSION-GRANTS#${sessionId}`);

/** Records that an application gets tokens in a session. @param moment at which it asks for them at the latest, to the minute */
export function insertSessionGrant(
  platform: PlatformStore,
  sessionId: string,
  { grantId, clientId, tenantCode }: Pick<SessionGrantItem, 'grantId' | 'clientId' | 'tenantCode'>,
  moment: Date,
): Change {
  const issuedAt = Math.floor(moment.getTime() / 1000);
  const key = platform.key<SessionGrantItem>(
    `SESSION-GRANTS#${sessionId}`,
    `${moment.toISOString()}#${grantId}`,
  );
  return put(key, {
    type: 'session-grant',
    grantId,
    clientId,
    tenantCode,
    issuedAt,
    ttl: issuedAt + longestLife,
  });
}

/**
 * The changes that end the access tokens of a session, which would work for up to an hour. One read.
 * @param clientId of the one application whose tokens end; all by default
 */
export async function endSessionGrants(
  platform: PlatformStore,
  sessionId: string,
  now: Date,
  clientId?: string,
): Promise<Change[]> {
  const seconds = Math.floor(now.getTime() / 1000);
  const { items } = await platform.query(grantsOfSession(platform, sessionId), {
    backward: true,
    consistent: true,
    limit: maxGrants,
  });
  return items
    .filter(({ issuedAt }) => issuedAt + longestLife > seconds)
    .filter((grant) => clientId === undefined || grant.clientId === clientId)
    .map(({ grantId, tenantCode, issuedAt }) =>
      insertRevokedToken(openTenant(platform, tenantCode), {
        jti: grantId,
        exp: Math.max(seconds, issuedAt) + longestLife,
      }),
    );
}
