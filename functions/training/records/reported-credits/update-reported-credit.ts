// PUT /api/v1/ReportedCredits/{id}

import { lambda } from '../../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { parseActivity } from './activity.ts';
import { updateReportedCredit } from './contract.ts';
import { notifyReviewers } from './notification-messages.ts';
import { applyAction } from './reported-credit.ts';
import { identifyActor, replyWithReport, requireOwnReport } from './write-report.ts';

export const handler = lambda(updateReportedCredit, async (context) => {
  const { body, tenant, settings, now } = context;
  const [before, { selfReported }] = await Promise.all([
    requireOwnReport(context),
    loadTrainingSettings(tenant),
    requireActiveCaller(context),
  ]);
  const { activity } = await parseActivity(
    tenant,
    {
      personId: before.personId,
      creditTypeId: body.creditTypeId ?? before.creditTypeId,
      credits: body.credits ?? before.credits,
      earnedDate: body.earnedDate ?? before.earnedDate,
      activity: body.activity ?? before.activity,
      provider: body.provider === undefined ? before.provider : body.provider,
      courseId: body.courseId === undefined ? before.courseId : body.courseId,
      attendanceMode: body.attendanceMode === undefined ? before.attendanceMode : body.attendanceMode,
      notes: body.notes === undefined ? before.notes : body.notes,
    },
    { today: toLocalDate(settings.timeZone, now), settings: selfReported },
  );
  const after = applyAction(before, 'edited', identifyActor(context), activity);
  const isNew = before.status === 'Returned';
  return replyWithReport(
    context,
    before,
    after,
    isNew ? notifyReviewers(tenant, after, selfReported, now) : [],
  );
});
