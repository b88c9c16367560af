// Awards an award to one person who meets its requirements, whoever asks for it: a caller, a request for many people, or the
// platform where the award says so.

import type { TenantItem } from '../../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../../shared/errors/unknown-id.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { assertPersonMayTakePart } from '../../../access/acting-people.ts';
import { findTaxRate } from '../../../training-settings.ts';
import { loadProgress } from '../../progress/load-progress.ts';
import { loadNames } from '../../progress/names.ts';
import { listCountedCredits } from '../../progress/requirements/counted-credits.ts';
import type { CertificationItem, Override } from '../../training-record/certification.ts';
import { listMissingPrerequisites } from '../../training-record/prerequisites.ts';
import { assertNotHeld, buildCertification, snapshotRules } from './awarding.ts';
import { buildAwardingChanges } from './awarding-changes.ts';
import { assertMayBeAwarded, describeWaived } from './eligibility.ts';
import { reserveStatusIndex } from './store.ts';

interface AwardPersonContext {
  readonly tenant: TenantStore;
  readonly settings: Pick<TenantItem, 'timeZone'>;
  /** The subject who awards, or `system`. */
  readonly by: string;
  readonly now: Date;
  readonly newId: () => string;
}

interface AwardPersonInput {
  readonly awardId: string;
  readonly personId: string;
  /** YYYY-MM-DD; today by default. */
  readonly completedDate?: string | null | undefined;
  readonly override?: Omit<Override, 'waived'> | undefined;
}

/** A certification is awarded on no later day than today. */
export const validateAwardingDay = (day: string, today: string): ErrorDetail[] =>
  day <= today
    ? []
    : [
        {
          code: 'OUT_OF_RANGE',
          message: `completedDate must not be after today, ${today}, but was ${day}.`,
          target: 'completedDate',
        },
      ];

/**
 * The new certification, and the changes that store it.
 * @throws Failure 400 for unknown ids and a day in the future; 409 when it is held; 422 when something is missing or the
 *   person left
 */
export async function awardPerson(
  { tenant, settings: { timeZone }, by, now, newId }: AwardPersonContext,
  input: AwardPersonInput,
): Promise<{ readonly certification: CertificationItem; readonly changes: readonly Change[] }> {
  const { override } = input;
  const today = toLocalDate(timeZone, now);
  const awardedDate = input.completedDate ?? today;
  const [evaluated, { statusIndex, change: reservation }] = await Promise.all([
    loadProgress(tenant, input, today, { consistent: true }),
    reserveStatusIndex(tenant),
  ]);
  const { award, person, curriculum, record, progress, settings } = evaluated;
  throwIfInvalid([
    ...(award ? [] : [unknownId('award', input.awardId, 'awardId')]),
    ...(person ? [] : [unknownId('person', input.personId, 'personId')]),
    ...validateAwardingDay(awardedDate, today),
  ]);
  if (!award || !person) throw new Error('A missing award or person was not reported');
  assertPersonMayTakePart(person, today, 'personId');
  assertNotHeld(record.certifications, award.id, today);
  const limits = settings.selfReported?.limits;
  const rules = snapshotRules(award, curriculum, settings.certification.graceDays, now, limits);
  const awarding = {
    ...{ award, curriculum: rules.curriculum, progress, awardedDate },
    missingPrerequisites: listMissingPrerequisites(award.prerequisites, record, today),
    evidence: { ...record, selfReportedLimits: limits },
  };
  // Names are only needed to say what is missing.
  const isMissing = override !== undefined || !progress.requirements.isComplete;
  const names = await loadNames(tenant, isMissing ? [rules.curriculum] : []);
  if (!override) assertMayBeAwarded(awarding, names);
  const certification = buildCertification({
    ...{ award, person, rules, awardedDate, validFrom: awardedDate, by, statusIndex, newId, now },
    override: override && { ...override, waived: describeWaived(awarding, names) },
    countedCreditIds: listCountedCredits(
      rules.curriculum.minimumCredits,
      rules.curriculum.creditRules,
      record,
      awardedDate,
    ),
  });
  const records = { award, curriculum, registration: progress.registration };
  const { reminderDays } = settings.certification;
  const context = {
    reminderDays,
    currency: settings.currency,
    tax: findTaxRate(settings, undefined),
    timeZone,
    newId,
    now,
  };
  return {
    certification,
    changes: [reservation, ...buildAwardingChanges(tenant, certification, records, context)],
  };
}
