// GET /api/v1/People/{personId}/Awards

import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import { loadPersonRecord } from '../training-record/person-record.ts';
import { listAwardProgress } from './contract.ts';
import { loadAllProgress } from './load-all-progress.ts';
import { presentProgress } from './present.ts';
import { selectWaiting } from './waiting.ts';

export const handler = lambda(
  listAwardProgress,
  async ({ params: { personId }, tenant, settings, caller, now }) => {
    await assertMayReadTraining({ tenant, caller, settings, now }, personId, 'training.credits.read');
    const [person, record] = await Promise.all([
      personById(tenant, personId),
      loadPersonRecord(tenant, personId),
    ]);
    if (!person) throw notFound('person', personId, 'personId');
    const today = toLocalDate(settings.timeZone, now);
    const { entries, names } = await loadAllProgress(tenant, record, today);
    return ok(
      entries.map(({ award, progress }) =>
        presentProgress(award, progress, names, today, selectWaiting(record.evaluationHolds, progress)),
      ),
    );
  },
);
