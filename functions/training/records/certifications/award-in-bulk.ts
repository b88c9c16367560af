// POST /api/v1/Certifications/Bulk
import type * as z from 'zod';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { performPart } from '../../../../shared/http/perform-part.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { isDryRun } from '../../../../shared/http/validate-only.ts';
import { awardById } from '../../awards/record/award-record.ts';
import { listAwardRegistrationsPage } from '../../awards/registration/list-by-award.ts';
import { awardPerson } from './award-person.ts';
import { type AwardingResult, awardInBulk } from './contract.ts';

type Result = z.input<typeof AwardingResult>['results'][number];

/** Registrants whose award is decided per page. */
const PAGE_SIZE = 50;

export const handler = lambda(awardInBulk, async (context) => {
  const { body, tenant, settings, caller, now, newId, request } = context;
  const { awardId, completedDate } = body;
  if (!(await awardById(tenant, awardId))) throwIfInvalid([unknownId('award', awardId, 'awardId')]);
  const page = body.personIds
    ? { personIds: [...new Set(body.personIds)], next: undefined }
    : await listAwardRegistrationsPage(tenant, awardId, {
        ...{ status: 'Active', pageSize: PAGE_SIZE, cursor: body.cursor || undefined },
      }).then(({ items, next }) => ({ personIds: items.map(({ personId }) => personId), next }));
  const results: Result[] = [];
  for (const personId of page.personIds) {
    const outcome = await performPart<Omit<Result, 'personId'>>(awardInBulk, context, personId, async () => {
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
    if (outcome.isDone) results.push({ personId, ...outcome.answer });
    else {
      const { code, message, details } = outcome.refusal;
      const reasons = details.map((detail) => ({ ...detail }));
      results.push({ personId, isAwarded: false, error: { code, message, details: reasons } });
    }
  }
  const awarded = results.filter(({ isAwarded }) => isAwarded).length;
  return write(
    [],
    ok({ awarded, refused: results.length - awarded, results, nextCursor: page.next ?? null }),
  );
});
