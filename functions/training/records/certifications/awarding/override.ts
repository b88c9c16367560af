// Overrides: awarding and renewing although requirements are missing.
import type { Caller } from '../../../../../shared/auth/access/access.ts';
import { Failure, invalid, permissionDenied } from '../../../../../shared/errors/failure.ts';
import type { Override } from '../../training-record/certification.ts';

/** An override before it is known what it waives. */
export type OverrideInput = Omit<Override, 'waived'>;

/**
 * The override of a request, with who makes it and when; undefined without one.
 * @throws Failure 401 for an anonymous caller, 403 without OverrideRegistration, 400 without a reason
 */
export function parseOverride(
  caller: Caller,
  {
    override,
    reason,
  }: { readonly override?: boolean | null | undefined; readonly reason?: string | null | undefined },
  now: Date,
): OverrideInput | undefined {
  if (override !== true) return undefined;
  if (caller.kind === 'anonymous')
    throw new Failure(
      'AUTHENTICATION_REQUIRED',
      'An override needs an access token: Authorization: Bearer <access token>.',
      { target: 'Authorization' },
    );
  if (!caller.permissions.has('OverrideRegistration')) throw permissionDenied('OverrideRegistration');
  if (!reason)
    throw invalid([{ code: 'REQUIRED_FIELD', message: 'An override needs a reason.', target: 'reason' }]);
  return { reason, by: caller.subject, byName: caller.name, at: now.toISOString() };
}
