// The access tokens of the two-step sign-in, as their owner sees and ends them: each is a sign-in of its own, without a
// browser's session.
import { insertRevokedToken } from '../../../shared/auth/tokens/revocation.ts';
import type { AccessTokenClaims } from '../../../shared/auth/tokens/tokens.ts';
import { type Change, put, remove } from '../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../shared/data/store.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { openTenant } from '../administration/open-tenant.ts';
import type { TenantAccess } from '../users/store.ts';
import { isEnded } from './session.ts';

/** A token that was issued: never the token itself. */
export interface IssuedTokenItem {
  readonly type: 'issued-token';
  /** Its jti. */
  readonly id: string;
  readonly userId: string;
  readonly tenantCode: string;
  /** Epoch seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly userAgent?: string | undefined;
  readonly ttl: number;
}

type TokenIdentity = Pick<AccessTokenClaims, 'sub' | 'jti' | 'iat'>;

const tokensOfUser = (platform: PlatformStore, userId: string) =>
  platform.partition<IssuedTokenItem>(`ISSUED-TOKENS#${userId}`);

/** Epoch seconds have ten digits until the year 2286, so that the keys sort by time. */
const issuedTokenKey = (platform: PlatformStore, { sub, jti, iat }: TokenIdentity): Key<IssuedTokenItem> =>
  platform.key(`ISSUED-TOKENS#${sub}`, `${iat}#${jti}`);

/** Records a token that is issued to a person and not to an application. */
export const insertIssuedToken = (
  platform: PlatformStore,
  claims: TokenIdentity & Pick<AccessTokenClaims, 'exp' | 'tenant'>,
  { address, headers }: Pick<Request, 'address' | 'headers'>,
): Change =>
  put(issuedTokenKey(platform, claims), {
    ...{ type: 'issued-token', id: claims.jti, userId: claims.sub, tenantCode: claims.tenant },
    ...{ issuedAt: claims.iat, expiresAt: claims.exp, address },
    userAgent: headers['user-agent']?.slice(0, 200),
    ttl: claims.exp,
  });

/** A token that ends is no longer listed. */
export const removeIssuedToken = (platform: PlatformStore, claims: TokenIdentity): Change =>
  remove(issuedTokenKey(platform, claims));

/** A person's latest hundred tokens, latest first, also those that have ended. */
export const tokensByUser = async (
  platform: PlatformStore,
  userId: string,
): Promise<readonly IssuedTokenItem[]> =>
  (await platform.query(tokensOfUser(platform, userId), { backward: true, limit: 100, consistent: true }))
    .items;

/** Whether a token still works: nothing has ended it, and its person may still enter the tenant. */
export const isLiveToken = (
  { expiresAt, issuedAt, tenantCode }: IssuedTokenItem,
  accesses: readonly TenantAccess[],
  now: Date,
): boolean => {
  const subject = accesses.find(({ settings }) => settings.id === tenantCode)?.subject;
  if (!subject || subject.disabled) return false;
  return expiresAt * 1000 > now.getTime() && !isEnded(issuedAt, subject);
};

/** The changes that end one token. */
export const endIssuedToken = (
  platform: PlatformStore,
  { id, userId, tenantCode, issuedAt, expiresAt }: IssuedTokenItem,
): Change[] => [
  insertRevokedToken(openTenant(platform, tenantCode), { jti: id, exp: expiresAt }),
  removeIssuedToken(platform, { sub: userId, jti: id, iat: issuedAt }),
];
