// Limits of sign-ups, so that the form is no means to send mails to others: for each network, and for each tenant in all. Those of an
// address are with the mails that callers request (shared/mail/requested-mails.ts).
import { createHash } from 'node:crypto';
import { toNetwork } from '../../../../shared/auth/throttles/sign-in-throttle.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { tooManyRequests } from '../../../../shared/errors/failure.ts';
import { type RequestLimit, secondsToWait } from '../../../../shared/limits/request-limit.ts';
import { countRequest } from '../../../../shared/limits/request-limit-store.ts';

const networkLimit: RequestLimit = { perMinute: 20, perHour: 60 };
const tenantLimit: RequestLimit = { perMinute: 100, perHour: 1000 };

/** Counts a request to sign up. @throws Failure 429 */
export async function countSignUp(tenant: TenantStore, address: string, now: Date): Promise<void> {
  const network = createHash('sha256').update(toNetwork(address)).digest('base64url');
  const counters = [
    [`SIGN-UP#${network}`, networkLimit],
    ['SIGN-UP', tenantLimit],
  ] as const;
  for (const [name, limit] of counters) {
    const { mayPass, counted } = await countRequest(tenant, name, limit, now);
    if (!mayPass)
      throw tooManyRequests(
        'There were too many requests to sign up. Try again later.',
        secondsToWait(limit, counted, now),
      );
  }
}
