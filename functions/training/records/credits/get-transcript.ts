// GET /api/v1/People/{personId}/Transcript

import { displayName } from '../../../../shared/directory/people/person.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import { presentCompletion } from '../completions/present.ts';
import { isWithinPeriod } from '../training-record/credit.ts';
import { loadPersonRecord } from '../training-record/person-record.ts';
import { getTranscript } from './contract.ts';
import { presentCredit } from './present.ts';
import { assertValidPeriod, computeTotals, computeTotalsByFiscalYear, resolvePeriod } from './transcript.ts';

export const handler = lambda(
  getTranscript,
  async ({ params: { personId }, query, tenant, settings, caller, now }) => {
    await assertMayReadTraining({ tenant, caller, settings, now }, personId, 'training.credits.read');
    assertValidPeriod(query);
    const [person, record] = await Promise.all([
      personById(tenant, personId),
      loadPersonRecord(tenant, personId),
    ]);
    if (!person) throw notFound('person', personId, 'personId');
    const { credits, completions } = record;
    const { fiscalYearStart } = settings;
    const period = resolvePeriod(query, fiscalYearStart);
    const latestFirst =
      <T>(getDay: (item: T) => string) =>
      (a: T, b: T): number =>
        getDay(a) < getDay(b) ? 1 : getDay(a) > getDay(b) ? -1 : 0;
    return ok({
      personId,
      personName: displayName(person),
      period: { ...period, ...computeTotals(credits, period) },
      allTime: computeTotals(credits),
      fiscalYears: computeTotalsByFiscalYear(credits, fiscalYearStart),
      credits: credits
        .filter(({ earnedDate }) => isWithinPeriod(earnedDate, period))
        .sort(latestFirst(({ earnedDate }) => earnedDate))
        .map(presentCredit),
      completions: completions
        .filter(({ completedDate }) => isWithinPeriod(completedDate, period))
        .sort(latestFirst(({ completedDate }) => completedDate))
        .map(presentCompletion),
    });
  },
);
