// Revocation of tokens: one by its id, or everything a subject holds in a tenant.
import { type Change, ifVersion, type Otherwise, put, update } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { revokedTokenKey, type SubjectItem, subjectKey } from './records.ts';
import type { AccessTokenClaims } from './tokens.ts';

/**
 * The moment (epoch seconds) before which every token is revoked by a revocation at `now`: those of this very
 * second too, and those that an earlier revocation in this second (`before`) has moved into the next.
 */
export const computeRevokedBefore = (now: Date, before: number): number =>
  Math.max(Math.floor(now.getTime() / 1000), before) + 1;

/** What is set in a standing to revoke everything held under it. */
export const revokeAll = (
  subject: Pick<SubjectItem, 'revokedBefore'>,
  now: Date,
): Pick<SubjectItem, 'revokedBefore'> => ({
  revokedBefore: computeRevokedBefore(now, subject.revokedBefore),
});

/** A change of a subject's standing that was read at `subject.version`. */
export function updateSubject(
  tenant: TenantStore,
  subject: SubjectItem,
  set: Partial<SubjectItem>,
  now: Date,
  otherwise: Otherwise = 'decide again',
): Change {
  return update(
    subjectKey(tenant, subject.id),
    { set: { ...set, version: subject.version + 1, modifiedDate: now.toISOString() } },
    { condition: ifVersion(subject.version), otherwise },
  );
}

/** Revokes one token (RFC 7009 2). It is kept for an hour past its expiry, to spare for clocks. */
export const insertRevokedToken = (
  tenant: TenantStore,
  { jti, exp }: Pick<AccessTokenClaims, 'jti' | 'exp'>,
): Change => put(revokedTokenKey(tenant, jti), { type: 'revoked-token', id: jti, ttl: exp + 3600 });
