// Whether a token is active: verified and not revoked, with a subject that has access and an active tenant.
import { isRevoked } from '../../../shared/auth/access/access.ts';
import { readGroups } from '../../../shared/auth/accounts/read-groups.ts';
import {
  revokedTokenKey,
  type SubjectItem,
  subjectKey,
  type TenantItem,
  tenantKey,
} from '../../../shared/auth/accounts/records.ts';
import { getIssuer } from '../../../shared/auth/tokens/issue-token.ts';
import { loadPublishedKey } from '../../../shared/auth/tokens/published-keys.ts';
import { revokedClientKey } from '../../../shared/auth/tokens/revoked-clients.ts';
import { type AccessTokenClaims, verifyAccessToken } from '../../../shared/auth/tokens/tokens.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';

/** An active token with its tenant and subject. */
export interface LiveToken {
  readonly claims: AccessTokenClaims;
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly subject: SubjectItem;
}

/** The claims of a valid token that has not expired; revocation is not checked. */
export async function verifyTokenClaims(token: string, now: Date): Promise<AccessTokenClaims | undefined> {
  const verified = await verifyAccessToken(token, {
    issuer: getIssuer(),
    now,
    findKey: (kid) => loadPublishedKey(kid, now),
  });
  return verified.ok ? verified.claims : undefined;
}

/** The active token of verified claims; undefined when it was revoked or its subject or tenant is not active. */
export async function findLiveToken(
  platform: PlatformStore,
  claims: AccessTokenClaims,
): Promise<LiveToken | undefined> {
  const code = parseTenantCode(claims.tenant);
  if (!code) return undefined;
  const tenant = platform.tenant(code);
  const [[settings], [subject], [revoked], [client]] = await readGroups(
    [tenantKey(tenant)],
    [subjectKey(tenant, claims.sub)],
    [revokedTokenKey(tenant, claims.jti)],
    [revokedClientKey(platform, claims.client_id)],
  );
  if (!settings || !subject || settings.status !== 'active') return undefined;
  if (subject.disabled || client || isRevoked(claims, subject, revoked)) return undefined;
  return { claims, tenant, settings, subject };
}
