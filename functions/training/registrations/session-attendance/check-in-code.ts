// Check-in codes: what a person's QR code says, signed with a secret of the class and valid for minutes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { CheckInSecret } from '../../classes/check-in-secret.ts';

/** How long a code is valid, in milliseconds: it is shown at the door, not sent around. */
export const codeLifetime = 300_000;

/** A new secret. */
export const createSecret = (): CheckInSecret => ({
  type: 'check-in-secret',
  secret: randomBytes(32).toString('base64url'),
});

const sign = (tenantCode: string, secret: string, registrationId: string, seconds: number): string =>
  createHmac('sha256', secret).update(`${tenantCode}\n${registrationId}\n${seconds}`).digest('base64url');

/** The code of a registration: its id, when it expires, and the signature. */
export function createCode(
  { code }: Pick<TenantStore, 'code'>,
  { secret }: Pick<CheckInSecret, 'secret'>,
  registrationId: string,
  expiresAt: Date,
): string {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return `${registrationId}.${seconds}.${sign(code, secret, registrationId, seconds)}`;
}

/** Why a code is refused, or the registration that it is of. */
type ReadCode = { readonly registrationId: string } | { readonly reason: 'invalid' | 'expired' };

/** Reads a code that was signed with the secret. */
export function readCode(
  { code: tenantCode }: Pick<TenantStore, 'code'>,
  secret: Pick<CheckInSecret, 'secret'> | undefined,
  code: string,
  now: Date,
): ReadCode {
  const [, id = '', seconds = '', signature = ''] =
    /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/.exec(code) ?? [];
  if (!secret || signature === '') return { reason: 'invalid' };
  const expected = Buffer.from(sign(tenantCode, secret.secret, id, Number(seconds)));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return { reason: 'invalid' };
  return Number(seconds) * 1000 <= now.getTime() ? { reason: 'expired' } : { registrationId: id };
}
