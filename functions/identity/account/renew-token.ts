// The token that takes the place of the caller's own, which is revoked with all others.

import { issueToken } from '../../../shared/auth/issue-token.ts';
import { subjectKey } from '../../../shared/auth/records.ts';
import { revokeAll } from '../../../shared/auth/revocation.ts';
import type { AccessTokenClaims } from '../../../shared/auth/tokens.ts';
import { tokenLifetime } from '../../../shared/auth/tokens.ts';
import type { TenantStore } from '../../../shared/data/store.ts';

/** @param isRevoked whether all tokens from before are revoked in the same transaction */
export async function renewToken(
  tenant: TenantStore,
  { sub, client_id }: Pick<AccessTokenClaims, 'sub' | 'client_id'>,
  isRevoked: boolean,
  now: Date,
  tokenId: string,
) {
  const access = await tenant.get(subjectKey(tenant, sub), { consistent: true });
  const { revokedBefore = 0 } = access ?? {};
  const subject = { id: sub, ...(isRevoked ? revokeAll({ revokedBefore }, now) : { revokedBefore }) };
  const { accessToken } = await issueToken(
    { tenant: tenant.code, subject, clientId: client_id },
    now,
    tokenId,
  );
  return { accessToken, tokenType: 'Bearer', expiresIn: tokenLifetime } as const;
}
