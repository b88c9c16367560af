// POST /api/v1/Certifications/Bulk
import type * as z from 'zod';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { countPending, openParts, replyToParts } from '../../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { isDryRun } from '../../../../shared/http/validate-only.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { awardById } from '../../awards/record/award-record.ts';
import { listAwardRegistrationsPage } from '../../awards/registration/list-by-award.ts';
import { awardPerson } from './awarding/award-person.ts';
import { type AwardingResult, awardInBulk } from './contract.ts';

type Result = z.input<typeof AwardingResult>['results'][number];

/** Registrants whose award is decided per page. */
const PAGE_SIZE = 50;

export const handler = lambda(awardInBulk, async (context) => {
  const { body, tenant, settings, caller, now, newId, request } = context;
  const { awardId, completedDate } = body;
  const [award] = await Promise.all([awardById(tenant, awardId), requireActiveCaller(context)]);
  if (!award) throwIfInvalid([unknownId('award', awardId, 'awardId')]);
  const page = body.personIds
    ? { personIds: [...new Set(body.personIds)], next: undefined }
    : await listAwardRegistrationsPage(tenant, awardId, {
        ...{ status: 'Active', pageSize: PAGE_SIZE, cursor: body.cursor || undefined },
      }).then(({ items, next }) => ({ personIds: items.map(({ personId }) => personId), next }));
  const parts = await openParts(awardInBulk, context);
  const results: Result[] = [];
  for (const personId of page.personIds) {
    const outcome = await parts.perform<Omit<Result, 'personId'>>(personId, async () => {
      const input = { awardId, personId, completedDate };
      const { certification, changes } = await awardPerson(
        { tenant, settings, by: caller.subject, now, newId },
        input,
      );
      const { id, personName, certificateNumber, validThrough } = certification;
      // A dry run makes no certification, so it has neither an id nor a number.
      const made = isDryRun(request) ? {} : { certificationId: id, certificateNumber };
      return write(
        changes,
        ok({ isAwarded: true, ...made, personName, ...(validThrough && { validThrough }) }),
      );
    });
    if (outcome.state === 'done') results.push({ personId, ...outcome.answer });
    else if (outcome.state === 'pending') results.push({ personId, isAwarded: false, isPending: true });
    else {
      const { code, message, details } = outcome.refusal;
      const reasons = details.map((detail) => ({ ...detail }));
      results.push({ personId, isAwarded: false, error: { code, message, details: reasons } });
    }
  }
  return replyToParts({
    awarded: results.filter(({ isAwarded }) => isAwarded).length,
    refused: results.filter(({ error }) => error !== undefined).length,
    pending: countPending(results),
    results,
    nextCursor: page.next ?? null,
  });
});
