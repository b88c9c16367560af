// GET /api/v1/People/{personId}/Awards/{awardId}/Projection

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { getProjection } from './contract.ts';
import { loadLateClasses } from './late-classes.ts';
import { loadNamedProgress } from './named-progress.ts';
import { presentCreditRequirements } from './present.ts';
import { computeProjection } from './projection.ts';

export const handler = lambda(getProjection, async (ctx) => {
  const { tenant, settings, now } = ctx;
  const { award, progress, names, waiting } = await loadNamedProgress(ctx);
  const { state, percent, certification } = progress;
  const calendar = { timeZone: settings.timeZone, now };
  const late = certification ? await loadLateClasses(tenant, certification, calendar) : [];
  const lateClasses = late.map(({ id, sectionName, endsAt }) => ({
    ...{ classId: id, sectionName, endsOn: toLocalDate(settings.timeZone, new Date(endsAt)) },
  }));
  const projection = computeProjection(award.name, progress, names, { lateClasses, waiting });
  return ok({
    awardId: award.id,
    awardName: award.name,
    state,
    percent,
    ...projection,
    creditsNeeded: presentCreditRequirements(projection.creditsNeeded, names),
    lateClasses,
  });
});
