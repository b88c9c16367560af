// POST /api/v1/registration/GetCreditsByParticipantId

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { computeTotals } from '../../records/credits/transcript.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import { fiscalYearContaining } from '../../time/fiscal-year-days.ts';
import { getParticipantCredits } from './contract.ts';

export const handler = lambda(
  getParticipantCredits,
  async ({ body: { id, fiscalYearDateRange }, tenant, settings, caller, now }) => {
    assertMayActFor(caller, id, 'training.credits.read');
    const [person, { credits }] = await Promise.all([personById(tenant, id), loadPersonRecord(tenant, id)]);
    if (!person) throw notFound('person', id);
    const { startDate, endDate } =
      fiscalYearDateRange ??
      fiscalYearContaining(toLocalDate(settings.timeZone, now), settings.fiscalYearStart);
    const allTime = computeTotals(credits);
    const inYear = computeTotals(credits, { startDate, endDate });
    return ok({
      id,
      totalCredits: allTime.total,
      fiscalYearCredits: inYear.total,
      fiscalYearDateRange: { startDate, endDate },
      creditTypes: allTime.byType.map((total) => ({
        ...total,
        fiscalYearCredits:
          inYear.byType.find(({ creditTypeId }) => creditTypeId === total.creditTypeId)?.credits ?? 0,
      })),
    });
  },
);
