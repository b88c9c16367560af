// Revocation of tokens: one by its id, or everything a subject holds in a tenant.
import { type Change, ifVersion, type Otherwise, update } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { type SubjectItem, subjectKey } from './records.ts';
import type { AccessTokenClaims } from './tokens.ts';

/** The moment (epoch seconds) before which every token is revoked by a revocation at `now`: those of this very second too. */
export const revokedBeforeAt = (now: Date): number => Math.floor(now.getTime() / 1000) + 1;

/**
 * The revoked tokens with one more. Those that have expired (with an hour to spare for clocks) are forgotten:
 * nobody accepts them anyway, and the list must not grow for ever.
 */
export function withRevoked(
  revoked: SubjectItem['revokedTokens'],
  { jti, exp }: Pick<AccessTokenClaims, 'jti' | 'exp'>,
  now: Date,
): Record<string, number> {
  const seconds = Math.floor(now.getTime() / 1000);
  const live = Object.entries(revoked).filter(([, expiry]) => expiry + 3600 > seconds);
  return { ...Object.fromEntries(live), [jti]: exp };
}

/** A change of a subject's standing that was read at `subject.version`. */
export function changeSubject(
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

/** Revokes every token the subject holds in the tenant, at once. */
export const revokeAll = (tenant: TenantStore, subject: SubjectItem, now: Date): Change =>
  changeSubject(tenant, subject, { revokedBefore: revokedBeforeAt(now), revokedTokens: {} }, now);

/** Revokes one token (RFC 7009 2). */
export const revokeOne = (
  tenant: TenantStore,
  subject: SubjectItem,
  claims: Pick<AccessTokenClaims, 'jti' | 'exp'>,
  now: Date,
): Change =>
  changeSubject(tenant, subject, { revokedTokens: withRevoked(subject.revokedTokens, claims, now) }, now);
