// Whether a token is live: verified, its subject in good standing, its tenant active, not revoked.
import { isRevoked } from '../../../shared/auth/access.ts';
import { getIssuer } from '../../../shared/auth/issue-token.ts';
import { loadPublishedKey } from '../../../shared/auth/published-keys.ts';
import { readGroups } from '../../../shared/auth/read-groups.ts';
import {
  revokedTokenKey,
  type SubjectItem,
  subjectKey,
  type TenantItem,
  tenantKey,
} from '../../../shared/auth/records.ts';
import { type AccessTokenClaims, verifyAccessToken } from '../../../shared/auth/tokens.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';

/** A token that was verified, with the standing it acts under. */
export interface LiveToken {
  readonly claims: AccessTokenClaims;
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly subject: SubjectItem;
}

/** The claims of a token of ours that has not expired; whether it was revoked is another question. */
export async function verifyTokenClaims(token: string, now: Date): Promise<AccessTokenClaims | undefined> {
  const verified = await verifyAccessToken(token, {
    issuer: getIssuer(),
    now,
    findKey: (kid) => loadPublishedKey(kid, now),
  });
  return verified.ok ? verified.claims : undefined;
}

/** The standing of verified claims, when nothing has ended it. */
export async function findLiveToken(
  platform: PlatformStore,
  claims: AccessTokenClaims,
): Promise<LiveToken | undefined> {
  const code = parseTenantCode(claims.tenant);
  if (!code) return undefined;
  const tenant = platform.tenant(code);
  const [[settings], [subject], [revoked]] = await readGroups(
    [tenantKey(tenant)],
    [subjectKey(tenant, claims.sub)],
    [revokedTokenKey(tenant, claims.jti)],
  );
  if (!settings || !subject || settings.status !== 'active') return undefined;
  if (subject.disabled || isRevoked(claims, subject, revoked)) return undefined;
  return { claims, tenant, settings, subject };
}
