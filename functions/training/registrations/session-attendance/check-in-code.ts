// Check-in codes: what a person's QR code says, signed with a secret of the class and valid for minutes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import type { CheckInSecret } from '../../classes/record/check-in-secret.ts';

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

/** How long after a scan it can be sent, in milliseconds: a day of classes without a connection. */
export const scanLifetime = 86_400_000;

/** How far the clock of a scanner may be ahead, in milliseconds. */
export const scanClockSkew = 60_000;

/**
 * The moment at which a code was scanned: now where the scanner does not say it.
 * @throws Failure 400 for a moment that is ahead, or too long ago
 */
export function resolveScanTime(scannedAt: string | null | undefined, now: Date): Date {
  if (scannedAt === undefined || scannedAt === null) return now;
  const age = now.getTime() - Date.parse(scannedAt);
  if (age < -scanClockSkew || age > scanLifetime)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `scannedAt must be in the last ${scanLifetime / 3_600_000} hours, but was ${scannedAt}.`,
        target: 'scannedAt',
      },
    ]);
  return age < 0 ? now : new Date(scannedAt);
}

/** Why a code is refused, or the registration that it is of. An unsigned id is only good for saying what is wrong. */
type ReadCode =
  | { readonly registrationId: string }
  | { readonly reason: 'invalid'; readonly unsignedId?: string }
  | { readonly reason: 'expired' };

const codePattern = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

/** Reads a code that was signed with the secret. @param at when it was scanned */
export function readCode(
  { code: tenantCode }: Pick<TenantStore, 'code'>,
  secret: Pick<CheckInSecret, 'secret'> | undefined,
  code: string,
  at: Date,
): ReadCode {
  const [, id = '', seconds = '', signature = ''] = codePattern.exec(code) ?? [];
  if (signature === '') return { reason: 'invalid' };
  if (!secret) return { reason: 'invalid', unsignedId: id };
  const expected = Buffer.from(sign(tenantCode, secret.secret, id, Number(seconds)));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual))
    return { reason: 'invalid', unsignedId: id };
  return Number(seconds) * 1000 <= at.getTime() ? { reason: 'expired' } : { registrationId: id };
}
