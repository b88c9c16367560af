// Limits how many wrong discount codes a caller may try, so that none is found by guessing.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { type RequestCounts, secondsToWait } from '../../../shared/limits/request-limit.ts';
import { countRequest, loadRequestCounts } from '../../../shared/limits/request-limit-store.ts';
import { assertCodeExists, type LoadedDiscount, loadDiscount } from './redemption.ts';

/** People mistype one or two; a program that guesses finds a code of 60 bits in no lifetime. */
export const codeAttempts = { perMinute: 10, perHour: 60 };

/** The part of an endpoint's context that says who tries a code. */
export interface AttemptContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly request: { readonly address: string };
  readonly now: Date;
}

/** Whose attempts count together: a user's; those about one person by a client; those of an address without a token. */
const nameAttempts = ({ caller, request }: AttemptContext, memberId: string): string => {
  if (caller.kind === 'user') return `discount-code#${caller.subject}`;
  return `discount-code#${caller.kind === 'client' ? `${caller.subject}#${memberId}` : request.address}`;
};

const refuseAttempt = (counted: RequestCounts, now: Date): Failure => {
  const retryAfter = secondsToWait(codeAttempts, counted, now);
  return new Failure(
    'RATE_LIMIT_EXCEEDED',
    `At most ${codeAttempts.perMinute} wrong discount codes may be tried in a minute, and ${codeAttempts.perHour} in an hour; try again in ${retryAfter} seconds.`,
    { target: 'discountCode', headers: { 'Retry-After': String(retryAfter) } },
  );
};

/**
 * Requests that were looked at: one that is decided again, because others wrote meanwhile, and the rows of one request are
 * the same attempt.
 */
const knownRequests = new WeakSet<object>();

/**
 * The code that a request sent, with its redemptions. A code that does not exist is counted; a caller who tried too many
 * of them is refused, also with one that exists. Two reads, and a write for a wrong code.
 *
 * @throws Failure 429 with Retry-After
 */
export async function loadTriedDiscount(
  context: AttemptContext,
  sent: string,
  memberId: string,
): Promise<LoadedDiscount> {
  const { tenant, request, now } = context;
  if (knownRequests.has(request)) return loadDiscount(tenant, sent, memberId);
  const name = nameAttempts(context, memberId);
  const [counts, discount] = await Promise.all([
    loadRequestCounts(tenant, name, now),
    loadDiscount(tenant, sent, memberId),
  ]);
  if (counts.minute >= codeAttempts.perMinute || counts.hour >= codeAttempts.perHour)
    throw refuseAttempt(counts, now);
  if (!discount.item) {
    const { mayPass, counted } = await countRequest(tenant, name, codeAttempts, now);
    if (!mayPass) throw refuseAttempt(counted, now);
  }
  knownRequests.add(request);
  return discount;
}

/** @throws Failure 422 for a code that does not exist, and 429 with Retry-After after too many of them */
export const requireTriedDiscount = async (...tried: Parameters<typeof loadTriedDiscount>): Promise<void> =>
  assertCodeExists(await loadTriedDiscount(...tried));
