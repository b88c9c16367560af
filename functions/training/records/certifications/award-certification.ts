// POST /api/v1/Certifications
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { listCountedCredits } from '../progress/counted-credits.ts';
import { loadProgress } from '../progress/load-progress.ts';
import { loadNames } from '../progress/names.ts';
import { presentCertificationDetail } from '../training-record/present-certification.ts';
import { assertNotHeld, buildCertification, snapshotRules } from './awarding.ts';
import { buildAwardingChanges } from './awarding-changes.ts';
import { awardCertification } from './contract.ts';
import { assertMayBeAwarded, describeWaived } from './eligibility.ts';
import { parseOverride } from './override.ts';
import { reserveStatusIndex } from './store.ts';

export const handler = lambda(awardCertification, async (ctx) => {
  const { body, tenant, settings: tenantSettings, caller, now, newId, url } = ctx;
  const today = toLocalDate(tenantSettings.timeZone, now);
  const awardedDate = body.completedDate ?? today;
  const override = parseOverride(caller, body, now);
  const [evaluated, { statusIndex, change: reservation }] = await Promise.all([
    loadProgress(tenant, body, today, { consistent: true }),
    reserveStatusIndex(tenant),
  ]);
  const { award, person, curriculum, record, progress, settings } = evaluated;
  const details = [
    ...(award ? [] : [unknownId('award', body.awardId, 'awardId')]),
    ...(person ? [] : [unknownId('person', body.personId, 'personId')]),
    ...(awardedDate <= today
      ? []
      : [
          {
            code: 'OUT_OF_RANGE',
            message: `completedDate must not be after today, ${today}, but was ${awardedDate}.`,
            target: 'completedDate',
          } satisfies ErrorDetail,
        ]),
  ];
  throwIfInvalid(details);
  if (!award || !person) throw new Error('A missing award or person was not reported');
  assertNotHeld(record.certifications, award.id, today);
  const limits = settings.selfReported?.limits;
  const rules = snapshotRules(award, curriculum, settings.certification.graceDays, now, limits);
  const awarding = {
    award,
    curriculum: rules.curriculum,
    evidence: { ...record, selfReportedLimits: limits },
    progress,
    awardedDate,
  };
  // Names are only needed to say what is missing.
  const isMissing = override !== undefined || !progress.requirements.isComplete;
  const names = await loadNames(tenant, isMissing ? [rules.curriculum] : []);
  if (!override) assertMayBeAwarded(awarding, names);
  const certification = buildCertification({
    ...{ award, person, rules, awardedDate, validFrom: awardedDate, by: caller.subject },
    ...{ statusIndex, newId, now },
    override: override && { ...override, waived: describeWaived(awarding, names) },
    countedCreditIds: listCountedCredits(rules.curriculum.minimumCredits, record, awardedDate),
  });
  const { timeZone } = tenantSettings;
  return write(
    [
      reservation,
      ...buildAwardingChanges(
        tenant,
        certification,
        { award, curriculum, registration: progress.registration },
        {
          reminderDays: settings.certification.reminderDays,
          currency: settings.currency,
          timeZone,
          newId,
          now,
        },
      ),
    ],
    created(
      presentCertificationDetail(certification, today),
      url(`/api/v1/Certifications/${certification.id}`),
      { version: certification.version },
    ),
  );
});
