// Credits that earned a certification, which never count again for its renewal. Its renewal counts credits from the day on
// which it was awarded, so that only credits of that day could count twice.
import { type CreditRules, countsType } from '../../../awards/record/credit-rules.ts';
import type { CreditAmount } from '../../../settings/types/credit-amounts.ts';
import type { CertificationItem } from '../../training-record/certification.ts';
import { isNotVoided } from '../../training-record/credit.ts';
import type { Evidence } from './requirements.ts';

/** The ids of the credits of a day that were on record when a certification was awarded, of the required types. */
export const listCountedCredits = (
  required: readonly CreditAmount[],
  rules: CreditRules | undefined,
  { credits }: Evidence,
  awardedDate: string,
): string[] =>
  credits.flatMap((credit) =>
    credit.id !== undefined &&
    credit.earnedDate === awardedDate &&
    isNotVoided(credit) &&
    (countsType(rules, credit.creditTypeId) ||
      required.some(({ creditTypeId }) => creditTypeId === credit.creditTypeId))
      ? [credit.id]
      : [],
  );

/**
 * The evidence for a renewal of the certification, without the credits that earned it. A certification that was awarded
 * before these credits were stored with it was earned by those that were on record at that moment.
 */
export function excludeCountedCredits(
  evidence: Evidence,
  {
    awardedDate,
    createdDate,
    countedCreditIds,
  }: Pick<CertificationItem, 'awardedDate' | 'createdDate' | 'countedCreditIds'>,
): Evidence {
  const isCounted = ({
    id = '',
    earnedDate,
    createdDate: grantedAt = '',
  }: Evidence['credits'][number]): boolean =>
    earnedDate === awardedDate &&
    (countedCreditIds ? countedCreditIds.includes(id) : grantedAt <= createdDate);
  return { ...evidence, credits: evidence.credits.filter((credit) => !isCounted(credit)) };
}

/** The credits of the term before that count in the term of a certification; voided ones no longer do. */
export const selectCarriedCredits = (
  { credits }: Evidence,
  { carriedOver = [] }: Pick<CertificationItem, 'carriedOver'>,
) =>
  carriedOver.flatMap((carried) => {
    const credit = credits.find(({ id }) => id === carried.creditId);
    return credit && isNotVoided(credit) ? [{ credit, credits: carried.credits }] : [];
  });
