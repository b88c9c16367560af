// The token that takes the place of the caller's own, which is revoked with all others.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { issueToken } from '../../../shared/auth/tokens/issue-token.ts';
import { revokeAll } from '../../../shared/auth/tokens/revocation.ts';
import type { AccessTokenClaims } from '../../../shared/auth/tokens/tokens.ts';
import { tokenLifetime } from '../../../shared/auth/tokens/tokens.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { insertIssuedToken } from '../sessions/issued-tokens.ts';

/** What of a token goes on in the next one. */
type SignedInClaims = Pick<AccessTokenClaims, 'sub' | 'client_id' | 'auth_time' | 'acr' | 'amr'>;

/**
 * @param claims of the caller's token: the new one says the same of the sign-in
 * @param isRevoked whether all tokens from before are revoked in the same transaction
 */
export async function renewToken(
  platform: PlatformStore,
  tenant: TenantStore,
  { sub, client_id, auth_time, acr, amr }: SignedInClaims,
  isRevoked: boolean,
  { now, newId, request }: Pick<AuditContext, 'now' | 'newId'> & { readonly request: Request },
) {
  const access = await tenant.get(subjectKey(tenant, sub), { consistent: true });
  const { revokedBefore = 0, personId } = access ?? {};
  const revoked = isRevoked ? revokeAll({ revokedBefore }, now) : { revokedBefore };
  const subject = { id: sub, personId, ...revoked };
  const { accessToken, claims } = await issueToken(
    { tenant: tenant.code, subject, clientId: client_id, signIn: { auth_time, acr, amr } },
    now,
    newId(),
  );
  return {
    token: { accessToken, tokenType: 'Bearer', expiresIn: tokenLifetime } as const,
    change: insertIssuedToken(platform, claims, request),
  };
}
