// Revocation of tokens: one by its id, or all tokens of a subject in a tenant.
import { type Change, ifVersion, type OnConflict, put, update } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { revokedTokenKey, type SubjectItem, subjectKey } from '../accounts/records.ts';
import type { AccessTokenClaims } from './tokens.ts';

/**
 * The moment (epoch seconds) before which a revocation at `now` revokes every token: including those of this second,
 * and those that an earlier revocation in this second (`before`) moved into the next one.
 */
export const computeRevokedBefore = (now: Date, before: number): number =>
  Math.max(Math.floor(now.getTime() / 1000), before) + 1;

/** The attributes that revoke all tokens of a subject, or end all sign-ins of a user. */
export const revokeAll = (
  { revokedBefore = 0 }: { readonly revokedBefore?: number | undefined },
  now: Date,
): Pick<SubjectItem, 'revokedBefore'> => ({ revokedBefore: computeRevokedBefore(now, revokedBefore) });

/** Updates a subject that was read at `subject.version`. */
export function updateSubject(
  tenant: TenantStore,
  subject: SubjectItem,
  set: Partial<SubjectItem>,
  now: Date,
  onConflict: OnConflict = 'retry',
): Change {
  return update(
    subjectKey(tenant, subject.id),
    { set: { ...set, version: subject.version + 1, modifiedDate: now.toISOString() } },
    { condition: ifVersion(subject.version), onConflict },
  );
}

/** Revokes one token (RFC 7009 2). Stored for an hour past its expiry, in case clocks differ. */
export const insertRevokedToken = (
  tenant: TenantStore,
  { jti, exp }: Pick<AccessTokenClaims, 'jti' | 'exp'>,
): Change => put(revokedTokenKey(tenant, jti), { type: 'revoked-token', id: jti, ttl: exp + 3600 });
