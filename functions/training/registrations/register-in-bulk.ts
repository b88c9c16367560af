// POST /api/v1/registration/ClassRegistration/Bulk
import type * as z from 'zod';
import { invalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { performPart } from '../../../shared/http/perform-part.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { classById } from '../classes/store.ts';
import { assertNoCardData } from '../payments/card-data.ts';
import { unknownId } from '../unknown-id.ts';
import { registerInBulk } from './contract.ts';
import { presentRefusal } from './refusal.ts';
import { presentRegistrationResult, registerMember } from './register-member.ts';
import type { BulkRegistrationResult } from './registration-schemas.ts';

type Result = z.input<typeof BulkRegistrationResult>['results'][number];

export const handler = lambda(registerInBulk, async (context) => {
  const { body, request, now } = context;
  assertNoCardData(request.rawBody);
  const { memberIds, ...shared } = body;
  if (!(await classById(context.tenant, body.classId)))
    throw invalid([unknownId('class', body.classId, 'classId')]);
  const results: Result[] = [];
  for (const [index, memberId] of [...new Set(memberIds)].entries()) {
    // A millisecond apart, so that the waitlist has the order of the request.
    const moment = { ...context, now: new Date(now.getTime() + index) };
    const outcome = await performPart(registerInBulk, context, memberId, async () => {
      const result = await registerMember(moment, { ...shared, memberId });
      return write(result.changes, ok(presentRegistrationResult(result)));
    });
    results.push(
      outcome.isDone
        ? { memberId, registration: outcome.answer }
        : { memberId, error: presentRefusal(outcome.refusal) },
    );
  }
  const many = (status: string): number =>
    results.filter(({ registration }) => registration?.status === status).length;
  return write(
    [],
    ok({
      classId: body.classId,
      confirmed: many('Confirmed'),
      pendingApproval: many('PendingApproval'),
      waitlisted: many('Waitlisted'),
      refused: results.filter(({ error }) => error !== undefined).length,
      results,
    }),
  );
});
