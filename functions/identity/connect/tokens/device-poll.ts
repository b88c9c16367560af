// The rules of the grant of devices: what a request of a device gets (RFC 8628 3.5).
import type { ErrorCode } from '../../../../shared/errors/catalogue.ts';
import { type DeviceCodeItem, pollSeconds } from '../grants/device-codes.ts';

/** What a request gets: the tokens of what a person has allowed, or an error, with what is stored of it. */
export type PollResult =
  | { readonly kind: 'approved'; readonly approved: NonNullable<DeviceCodeItem['approved']> }
  | {
      readonly kind: 'refused';
      readonly code: Extract<
        ErrorCode,
        'AUTHORIZATION_PENDING' | 'SLOW_DOWN' | 'ACCESS_DENIED' | 'EXPIRED_TOKEN' | 'INVALID_GRANT'
      >;
      readonly set?: Partial<DeviceCodeItem>;
    };

/**
 * Judges a request for the tokens of a device code. A used code gives nothing more, but what it gave stays: it comes from the
 * client alone, which may repeat a request whose reply it lost.
 */
export function judgePoll(
  { status, approved, interval, polledAt, expiresAt }: DeviceCodeItem,
  now: Date,
): PollResult {
  if (status === 'denied') return { kind: 'refused', code: 'ACCESS_DENIED' };
  if (status === 'used') return { kind: 'refused', code: 'INVALID_GRANT' };
  const moment = now.getTime();
  if (expiresAt * 1000 <= moment) return { kind: 'refused', code: 'EXPIRED_TOKEN' };
  if (polledAt !== undefined && moment < polledAt + interval * 1000)
    return {
      ...{ kind: 'refused', code: 'SLOW_DOWN' },
      set: { polledAt: moment, interval: interval + pollSeconds },
    };
  return approved
    ? { kind: 'approved', approved }
    : { kind: 'refused', code: 'AUTHORIZATION_PENDING', set: { polledAt: moment } };
}
