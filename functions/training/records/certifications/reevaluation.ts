// Re-evaluates the holders of an award by its current rules: an explicit step with a preview
// (docs/interface/training.md#re-evaluation).

import type { TenantStore } from '../../../../shared/data/store.ts';
import { type CursorPage, readCursorPage } from '../../../../shared/lists/cursor.ts';
import { describeMissing } from '../progress/requirements/missing.ts';
import type { Names } from '../progress/requirements/requirement-names.ts';
import { evaluateRequirements } from '../progress/requirements/requirements.ts';
import {
  type AwardRegistrationItem,
  awardRegistrationsByAward,
  type CertificationItem,
  type ReevaluationRecord,
  type RulesSnapshot,
  selectCurrentRules,
} from '../training-record/certification.ts';
import { isHeld, selectCurrentCertification } from '../training-record/certification-status.ts';
import type { PersonRecord } from '../training-record/person-record.ts';
import { computeValidity } from './awarding/awarding.ts';

/** A certification before and after its re-evaluation. */
export interface Reevaluation {
  readonly before: CertificationItem;
  readonly after: CertificationItem;
  /** What the rules require in addition to what the holder had when it was awarded; empty when nothing is missing. */
  readonly missing: string;
}

/**
 * Whether a re-evaluation says what is known already. A holder who has completed since what was missing then is recorded
 * again.
 */
const isKnown = (
  before: CertificationItem,
  validity: ReevaluationRecord['after'],
  { curriculumVersion }: RulesSnapshot,
  missing: string,
): boolean =>
  validity.validThrough === before.validThrough &&
  validity.graceThrough === before.graceThrough &&
  curriculumVersion === selectCurrentRules(before).curriculumVersion &&
  (missing !== '' || (before.reevaluations?.at(-1)?.missing ?? '') === '');

/**
 * Re-evaluates the certification of a holder; undefined when nothing changes, or when it was revoked or renewed. The
 * rules it was awarded by stay as they were (docs/interface/training.md#rule-snapshots).
 */
export function reevaluate(
  holder: AwardRegistrationItem,
  record: PersonRecord,
  rules: RulesSnapshot,
  names: Names,
  today: string,
  caller: Pick<ReevaluationRecord, 'by' | 'byName'>,
): Reevaluation | undefined {
  const before = selectCurrentCertification(
    record.certifications.filter(({ awardId }) => awardId === holder.awardId),
    today,
  );
  if (!before || before.revokedDate !== undefined || before.renewedBy !== undefined) return undefined;
  const { validThrough, graceThrough } = computeValidity(before.validFrom, rules);
  const validity = { validThrough, graceThrough };
  const window = { startDate: holder.registeredDate, endDate: before.awardedDate };
  const evidence = { ...record, selfReportedLimits: rules.selfReportedLimits };
  const missing = describeMissing(evaluateRequirements(rules.curriculum, evidence, window), names);
  if (isKnown(before, validity, rules, missing)) return undefined;
  const reevaluation: ReevaluationRecord = {
    ...{ rules, ...caller, missing, after: validity },
    before: { validThrough: before.validThrough, graceThrough: before.graceThrough },
  };
  const after = {
    ...before,
    ...validity,
    reevaluations: [...(before.reevaluations ?? []), reevaluation],
    version: before.version + 1,
    modifiedDate: rules.judgedAt,
  };
  return { before, after, missing };
}

/** A re-evaluated certification in the response. */
export const presentReevaluation = ({ before, after, missing }: Reevaluation, today: string) => ({
  certificationId: before.id,
  personId: before.personId,
  personName: before.personName,
  before: { validThrough: before.validThrough, graceThrough: before.graceThrough },
  after: { validThrough: after.validThrough, graceThrough: after.graceThrough },
  isHeldBefore: isHeld(before, today),
  isHeldAfter: isHeld(after, today),
  missing,
});

const holderSortPrefix = 'Awarded#';
const holderSort = ({ personId }: AwardRegistrationItem): string => `${holderSortPrefix}${personId}`;

/**
 * A page of the holders of an award, by person id.
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this list
 */
export async function listHoldersByAward(
  tenant: TenantStore,
  awardId: string,
  cursor: string | undefined,
  pageSize: number,
): Promise<CursorPage<AwardRegistrationItem>> {
  const list = awardRegistrationsByAward(tenant, awardId);
  return readCursorPage(list.name, { pageSize, cursor }, holderSort, (limit, after) =>
    tenant.queryAll(list, { from: after ?? holderSortPrefix, to: `${holderSortPrefix}~`, limit }),
  );
}
