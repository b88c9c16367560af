// POST /api/v1/registration/ClassRegistration/Bulk
import type * as z from 'zod';
import { type Failure, invalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { countPending, openParts, replyToParts } from '../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { findSentText } from '../../../shared/http/rows.ts';
import { isDryRun } from '../../../shared/http/validate-only.ts';
import { classById } from '../classes/record/store.ts';
import { assertNoCardData } from '../payments/card-data.ts';
import { presentRefusal } from '../refusal.ts';
import { registerInBulk } from './contract.ts';
import type { BulkRegistrationResult } from './presentation/registration-schemas.ts';
import {
  type AssumedRegistrations,
  presentDryRunResult,
  presentRegistrationResult,
  registerMember,
} from './register-member.ts';

type Result = z.input<typeof BulkRegistrationResult>['results'][number];

const refuse = (row: number, memberId: string | undefined, refusal: Failure): Result => ({
  row,
  memberId,
  error: presentRefusal(refusal),
});

/** Refuses the member of an earlier row, which has their result. */
const refuseRepeated = (row: number, memberId: string, earlier: number): Result => {
  const message = `memberIds[${row}] is the same person as memberIds[${earlier}], and is registered once.`;
  return refuse(row, memberId, invalid([{ code: 'DUPLICATE_VALUE', message, target: `memberIds[${row}]` }]));
};

export const handler = lambda(registerInBulk, async (context) => {
  const { body, request, now } = context;
  assertNoCardData(request.rawBody);
  const { memberIds, ...shared } = body;
  if (!(await classById(context.tenant, body.classId)))
    throw invalid([unknownId('class', body.classId, 'classId')]);
  const isTrial = isDryRun(request);
  const parts = await openParts(registerInBulk, context);
  // A wrong code is one attempt, and refuses the request rather than each row.
  if (body.discountCode) {
    // Few requests have one: the others do not load what it needs.
    const { requireTriedDiscount } = await import('../discount-codes/attempts.ts');
    await requireTriedDiscount(context, body.discountCode, '');
  }
  let assumed: AssumedRegistrations = { redemptions: 0 };
  const register = async (row: number, memberId: string): Promise<Result> => {
    // A millisecond apart, so that the waitlist has the order of the request.
    const moment = { ...context, now: new Date(now.getTime() + row) };
    const outcome = await parts.perform<Omit<Result, 'row' | 'memberId'>>(memberId, async () => {
      const result = await registerMember(moment, { ...shared, memberId }, assumed);
      if (!isTrial) return write(result.changes, ok({ registration: presentRegistrationResult(result) }));
      // Nothing to check: conditions hold for the stored seats, not for those that are assumed.
      assumed = { seats: result.seatsAfter, redemptions: assumed.redemptions + 1 };
      return ok(presentDryRunResult(result));
    });
    if (outcome.state === 'refused') return refuse(row, memberId, outcome.refusal);
    return outcome.state === 'done'
      ? { row, memberId, ...outcome.answer }
      : { row, memberId, isPending: true };
  };
  const results: Result[] = [];
  const rowOf = new Map<string, number>();
  for (const [row, readRow] of memberIds.entries()) {
    const member = readRow(`memberIds[${row}]`);
    if (!member.isValid) results.push(refuse(row, findSentText(member.sent), member.refusal));
    else {
      const earlier = rowOf.get(member.value);
      if (earlier === undefined) rowOf.set(member.value, row);
      results.push(
        earlier === undefined
          ? await register(row, member.value)
          : refuseRepeated(row, member.value, earlier),
      );
    }
  }
  const many = (status: string): number =>
    results.filter(({ registration, wouldBe }) => (registration?.status ?? wouldBe) === status).length;
  return replyToParts({
    classId: body.classId,
    confirmed: many('Confirmed'),
    pendingApproval: many('PendingApproval'),
    waitlisted: many('Waitlisted'),
    refused: results.filter(({ error }) => error !== undefined).length,
    pending: countPending(results),
    results,
  });
});
