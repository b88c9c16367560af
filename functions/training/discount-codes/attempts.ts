// Limits how many discount codes a caller may try, so that none is found by guessing.
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { secondsToWait } from '../../../shared/limits/request-limit.ts';
import { countRequest } from '../../../shared/limits/request-limit-store.ts';

/** People type one or two; a program that guesses finds a code of 60 bits in no lifetime. */
export const codeAttempts = { perMinute: 10, perHour: 60 };

/** Whose attempts count together: a user's; those about one person by a client; those of an address without a token. */
const nameAttempts = (caller: Caller, memberId: string, address: string): string => {
  if (caller.kind === 'user') return caller.subject;
  return caller.kind === 'client' ? `${caller.subject}#${memberId}` : address;
};

/** Requests whose attempt is counted: one that is decided again, because others wrote meanwhile, is the same attempt. */
const countedRequests = new WeakSet<object>();

/**
 * Counts an attempt with a code, right or wrong. One write.
 * @throws Failure 429 with Retry-After
 */
export async function countCodeAttempt(
  {
    tenant,
    caller,
    request,
    now,
  }: {
    readonly tenant: TenantStore;
    readonly caller: Caller;
    readonly request: { readonly address: string };
    readonly now: Date;
  },
  memberId: string,
): Promise<void> {
  if (countedRequests.has(request)) return;
  const name = `discount-code#${nameAttempts(caller, memberId, request.address)}`;
  const { mayPass, counted } = await countRequest(tenant, name, codeAttempts, now);
  if (mayPass) {
    countedRequests.add(request);
    return;
  }
  const retryAfter = secondsToWait(codeAttempts, counted, now);
  throw new Failure(
    'RATE_LIMIT_EXCEEDED',
    `At most ${codeAttempts.perMinute} discount codes may be tried in a minute, and ${codeAttempts.perHour} in an hour; try again in ${retryAfter} seconds.`,
    { target: 'discountCode', headers: { 'Retry-After': String(retryAfter) } },
  );
}
