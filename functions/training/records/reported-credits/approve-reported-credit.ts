// POST /api/v1/ReportedCredits/{id}/Approve

import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { parseOverride } from '../certifications/awarding/override.ts';
import { notifyEarnedAwards } from '../certifications/earned-awards.ts';
import { applyRetakeRule } from '../granted-credits/retake.ts';
import { insertCredit } from '../granted-credits/store.ts';
import { buildCredit, formatCredits } from '../training-record/credit.ts';
import { parseActivity } from './activity.ts';
import { approveReportedCredit } from './contract.ts';
import { notifyReporter } from './notification-messages.ts';
import { applyAction } from './reported-credit.ts';
import { identifyActor, replyWithReport, requireReportToDecide } from './write-report.ts';

export const handler = lambda(approveReportedCredit, async (context) => {
  const { body, tenant, settings, caller, now } = context;
  const before = await requireReportToDecide(context);
  const { changes } = body;
  const { activity: approved, references } = await parseActivity(
    tenant,
    {
      ...before,
      creditTypeId: changes?.creditTypeId ?? before.creditTypeId,
      credits: changes?.credits ?? before.credits,
      earnedDate: changes?.earnedDate ?? before.earnedDate,
      attendanceMode: changes?.attendanceMode ?? before.attendanceMode,
    },
    { today: toLocalDate(settings.timeZone, now), settings: undefined },
  );
  // The id follows from the report, so that it is never granted twice.
  const creditId = recordId(tenant.code, 'credit:reported', before.id);
  const reported = buildCredit(
    {
      ...{ id: creditId, personId: before.personId, source: 'selfReported', reportedCreditId: before.id },
      ...{ creditTypeId: approved.creditTypeId, creditTypeName: approved.creditTypeName },
      ...{ credits: approved.credits, earnedDate: approved.earnedDate, provider: approved.provider },
      ...{ courseId: approved.courseId, courseName: approved.courseName, note: approved.activity },
      ...(approved.attendanceMode && { attendanceMode: approved.attendanceMode }),
      organizationId: references.people.get(before.personId)?.organizationId,
      grantedBy: caller.subject,
    },
    now,
  );
  const override = parseOverride(caller, body, now)?.reason;
  const course = references.courses.get(approved.courseId ?? '');
  const { credits, claim } = await applyRetakeRule(tenant, [reported], course, { override });
  const [credit = reported] = credits;
  const after = applyAction(before, 'approved', identifyActor(context, changes?.reason), {
    reason: changes?.reason,
    approvedCredits: credit.credits,
    creditId,
  });
  return replyWithReport(context, before, after, [
    ...insertCredit(tenant, credit),
    ...claim,
    notifyReporter(tenant, 'reportedCreditsApproved', after, now, {
      credits: formatCredits([credit]),
      earnedDate: credit.earnedDate,
    }),
    ...(await notifyEarnedAwards(
      tenant,
      before.personId,
      { credits: [credit] },
      { now, timeZone: settings.timeZone },
    )),
  ]);
});
