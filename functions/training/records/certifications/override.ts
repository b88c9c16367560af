// Overrides: awarding and renewing although requirements are missing.
import type { Caller } from '../../../../shared/auth/access.ts';
import { Failure, invalid, permissionDenied } from '../../../../shared/errors/failure.ts';

/**
 * The reason of an override; undefined without an override.
 * @throws Failure 401 for an anonymous caller, 403 without OverrideRegistration, 400 without a reason
 */
export function parseOverrideReason(
  caller: Caller,
  {
    override,
    reason,
  }: { readonly override?: boolean | null | undefined; readonly reason?: string | null | undefined },
): string | undefined {
  if (override !== true) return undefined;
  if (caller.kind === 'anonymous')
    throw new Failure(
      'AUTHENTICATION_REQUIRED',
      'An override needs an access token: Authorization: Bearer <access token>.',
      { target: 'Authorization' },
    );
  if (!caller.permissions.has('OverrideRegistration')) throw permissionDenied('OverrideRegistration');
  if (reason) return reason;
  throw invalid([{ code: 'REQUIRED_FIELD', message: 'An override needs a reason.', target: 'reason' }]);
}
