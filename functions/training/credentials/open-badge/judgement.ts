// What a credential says about how its holder was judged: by which rules, and what was not met
// (docs/interface/training.md#credentials).

import { sumAmounts } from '../../../../shared/money/amount.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { CreditRules } from '../../awards/record/credit-rules.ts';
import {
  requiredRenewalCredits,
  selectRenewalRules,
} from '../../records/progress/requirements/requirements.ts';
import type {
  CertificationItem,
  ReevaluationRecord,
  RulesSnapshot,
} from '../../records/training-record/certification.ts';
import type { CreditAmount } from '../../settings/types/credit-amounts.ts';

const formatCount = (count: number, singular: string, many: string): string =>
  `${count} ${count === 1 ? singular : many}`;

const describeCourses = (courseIds: readonly string[]): string[] =>
  courseIds.length > 0 ? [formatCount(courseIds.length, 'required course', 'required courses')] : [];

const describeCredits = (required: readonly CreditAmount[], rules: CreditRules | undefined): string[] => {
  const credits = sumAmounts(required.map((amount) => amount.credits));
  return [
    ...(credits > 0 ? [`at least ${formatCount(credits, 'credit', 'credits')}`] : []),
    ...(rules ? [`at least ${formatCount(rules.total, 'credit', 'credits')} by the credit rules`] : []),
  ];
};

const describeVersion = ({ curriculumVersion }: RulesSnapshot): string =>
  `by version ${curriculumVersion} of the curriculum`;

/** What the rules require, such as "2 required courses, at least 24 credits"; empty when they require nothing. */
const describeRequirements = ({ curriculum }: RulesSnapshot): string => {
  const { requiredCourseIds, electiveCourseIds, electivesNeeded, minimumCredits, creditRules } = curriculum;
  return [
    ...describeCourses(requiredCourseIds),
    ...(electivesNeeded > 0
      ? [
          `${electivesNeeded} of ${formatCount(electiveCourseIds.length, 'elective course', 'elective courses')}`,
        ]
      : []),
    ...describeCredits(minimumCredits, creditRules),
  ].join(', ');
};

/** The requirements as text, from the rules it was evaluated by; a later change of the award does not change it. */
export function describeCriteria(rules: RulesSnapshot, isMet = true): string {
  if (rules.curriculumVersion === 0) return 'The award had no curriculum: the issuer decided.';
  const what = describeRequirements(rules);
  const done = what ? `Completed ${what}` : 'Met all requirements';
  const requirement = what ? `Requires ${what}` : 'Requires nothing';
  return `${isMet ? done : requirement}, ${describeVersion(rules)}.`;
}

/** The requirements of a renewal, by the rules of the certification that it renews. */
function describeRenewal(rules: RulesSnapshot | undefined, isMet: boolean): string {
  // Renewals that were made before their rules were recorded: nothing is claimed about them.
  if (!rules) return 'Renewed by the issuer.';
  const creditRules = selectRenewalRules(rules.curriculum);
  const credits = [
    ...describeCourses(creditRules?.requiredCourseIds ?? []),
    ...describeCredits(requiredRenewalCredits(rules.curriculum), creditRules),
  ].join(', ');
  const done = credits ? `Renewed with ${credits}` : 'Renewed; no credits were required';
  const requirement = credits ? `A renewal requires ${credits}` : 'A renewal requires no credits';
  return `${isMet ? done : requirement}, ${describeVersion(rules)}.`;
}

/** What is known of an override: which requirements it waived, or nothing where that was not recorded. */
const listWaived = ({ override }: CertificationItem): readonly string[] | undefined => override?.waived;

/** The criteria of a credential: what the holder did where all was met, else what the rules require. */
export function describeJudgement(certification: CertificationItem): string {
  const { rules, renews, renewalRules, overrideReason } = certification;
  const isMet = overrideReason === undefined || listWaived(certification)?.length === 0;
  return renews === undefined ? describeCriteria(rules, isMet) : describeRenewal(renewalRules, isMet);
}

/** Evidence of an Open Badges 3.0 credential. */
interface Evidence {
  readonly type: string[];
  readonly name: string;
  readonly narrative: string;
}

const buildEvidenceEntry = (name: string, narrative: string): Evidence => ({
  type: ['Evidence'],
  name,
  narrative,
});

function describeOverride(certification: CertificationItem): string {
  const { awardedDate, renews } = certification;
  const waived = listWaived(certification);
  const what = `${renews === undefined ? 'Awarded' : 'Renewed'} as of ${awardedDate} by an override of the issuer`;
  if (!waived) return `${what}; which requirements were met is not recorded.`;
  if (waived.length === 0) return `${what}; all requirements were met.`;
  return `${what}. Not met on that day: ${waived.join(' ')}`;
}

function describeReevaluation({ rules, missing, before, after }: ReevaluationRecord, timeZone: string) {
  const day = toLocalDate(timeZone, new Date(rules.judgedAt));
  const found = missing === '' ? 'All requirements were met' : `Not met: ${missing}`;
  const through = ({ validThrough }: ReevaluationRecord['after']) =>
    validThrough === undefined ? 'without end' : `through ${validThrough}`;
  const validity =
    before.validThrough === after.validThrough
      ? ''
      : ` Valid ${through(after)} instead of ${through(before)}.`;
  return `Re-evaluated on ${day}. ${describeCriteria(rules, false)} ${found}.${validity}`;
}

/** What a credential must say beside its criteria: an override, and every re-evaluation, the earliest first. */
export const buildEvidence = (certification: CertificationItem, timeZone: string): Evidence[] => [
  ...(certification.overrideReason === undefined
    ? []
    : [buildEvidenceEntry('Override', describeOverride(certification))]),
  ...(certification.reevaluations ?? []).map((reevaluation) =>
    buildEvidenceEntry('Re-evaluation', describeReevaluation(reevaluation, timeZone)),
  ),
];

/** The last moment at which the content of a credential changed: its signature is of that time. */
export const selectJudgedAt = ({ createdDate, reevaluations }: CertificationItem): Date =>
  new Date(reevaluations?.at(-1)?.rules.judgedAt ?? createdDate);
