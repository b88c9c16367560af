// A discount code: what it takes off, when it is valid, for what, and how often it may be redeemed
// (docs/interface/training.md#discount-codes).
import { randomInt } from 'node:crypto';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { formatAmount, fromMinorUnits, toMinorUnits } from '../../../shared/money/currency.ts';
import { validateDecimals } from '../../../shared/money/decimals.ts';
import { inputOrCurrent } from '../input-values.ts';
import type { DiscountTerms } from '../prices/price.ts';
import type { DiscountCodeCreateInput, DiscountCodeUpdateInput } from './schemas.ts';

export interface DiscountCodeItem extends VersionedRecord {
  readonly type: 'discount-code';
  readonly id: string;
  /** As it is written; case, spaces and hyphens don't matter. */
  readonly code: string;
  readonly description?: string | undefined;
  readonly terms: DiscountTerms;
  /** ISO 4217, of an amount. */
  readonly currency: string;
  /** Days of the tenant's calendar, both included. */
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | undefined;
  readonly maxRedemptions?: number | undefined;
  readonly maxPerPerson?: number | undefined;
  /** What it is for; everything when all are empty. */
  readonly courseIds: readonly string[];
  readonly classIds: readonly string[];
  readonly awardIds: readonly string[];
  readonly returnsWhenCancelled: boolean;
  readonly isActive: boolean;
}

/** A code without what people write differently. */
export const foldCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Letters and digits that are not mistaken for each other: 60 bits in twelve of them. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A code that can't be guessed, in groups of four. */
const generateCode = (): string => {
  const pick = (): string => alphabet[randomInt(alphabet.length)] ?? '';
  return Array.from({ length: 3 }, () => Array.from({ length: 4 }, pick).join('')).join('-');
};

const toTerms = (
  { percent, amount }: Pick<DiscountCodeUpdateInput, 'percent' | 'amount'>,
  currency: string,
): DiscountTerms | undefined => {
  if (typeof percent === 'number') return { kind: 'percent', percent };
  return typeof amount === 'number' ? { kind: 'amount', amount: toMinorUnits(amount, currency) } : undefined;
};

/** What is wrong with a code beside the form of its fields. */
export const validateCode = (
  { validFrom, validUntil, currency }: DiscountCodeItem,
  { amount }: Pick<DiscountCodeUpdateInput, 'amount'>,
): ErrorDetail[] => [
  ...(typeof amount === 'number' ? validateDecimals(amount, currency, 'amount') : []),
  ...(validFrom !== undefined && validUntil !== undefined && validUntil < validFrom
    ? [
        {
          code: 'OUT_OF_RANGE' as const,
          message: `validUntil must not be before validFrom, ${validFrom}, but was ${validUntil}.`,
          target: 'validUntil',
        },
      ]
    : []),
];

/** A new code at its first version. */
export function buildDiscountCode(
  id: string,
  input: DiscountCodeCreateInput,
  currency: string,
  now: Date,
): DiscountCodeItem {
  const moment = now.toISOString();
  const terms = toTerms(input, currency);
  if (!terms) throw new Error('A code takes off a percentage or an amount');
  return {
    type: 'discount-code',
    id,
    code: input.code || generateCode(),
    description: input.description || undefined,
    ...{ terms, currency },
    validFrom: input.validFrom ?? undefined,
    validUntil: input.validUntil ?? undefined,
    maxRedemptions: input.maxRedemptions ?? undefined,
    maxPerPerson: input.maxPerPerson ?? undefined,
    courseIds: input.courseIds ?? [],
    classIds: input.classIds ?? [],
    awardIds: input.awardIds ?? [],
    returnsWhenCancelled: input.returnsWhenCancelled ?? true,
    isActive: input.isActive ?? true,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The code with the input applied, at its next version. Registrations keep the terms that they were made with. */
export const applyDiscountCodeInput = (
  before: DiscountCodeItem,
  input: DiscountCodeUpdateInput,
  now: Date,
): DiscountCodeItem => ({
  ...before,
  description: inputOrCurrent(input.description, before.description),
  terms: toTerms(input, before.currency) ?? before.terms,
  validFrom: inputOrCurrent(input.validFrom, before.validFrom),
  validUntil: inputOrCurrent(input.validUntil, before.validUntil),
  maxRedemptions: inputOrCurrent(input.maxRedemptions, before.maxRedemptions),
  maxPerPerson: inputOrCurrent(input.maxPerPerson, before.maxPerPerson),
  courseIds: input.courseIds ?? before.courseIds,
  classIds: input.classIds ?? before.classIds,
  awardIds: input.awardIds ?? before.awardIds,
  returnsWhenCancelled: input.returnsWhenCancelled ?? before.returnsWhenCancelled,
  isActive: input.isActive ?? before.isActive,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** What a code is redeemed for. */
export interface RedemptionContext {
  readonly courseId?: string | undefined;
  readonly classId?: string | undefined;
  readonly awardId?: string | undefined;
  /** Of the fee. */
  readonly currency: string;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
}

export interface RedemptionCounts {
  readonly total: number;
  readonly ofPerson: number;
}

/** Whether a code is for this: for everything, or for its course, its class or the award that it leads to. */
const isFor = (
  { courseIds, classIds, awardIds }: DiscountCodeItem,
  { courseId = '', classId = '', awardId = '' }: RedemptionContext,
): boolean =>
  (courseIds.length === 0 && classIds.length === 0 && awardIds.length === 0) ||
  courseIds.includes(courseId) ||
  classIds.includes(classId) ||
  awardIds.includes(awardId);

/** Why a code can't be redeemed, as a sentence; undefined when it can. */
export function findRedemptionFault(
  item: DiscountCodeItem,
  context: RedemptionContext,
  { total, ofPerson }: RedemptionCounts,
): string | undefined {
  const { code, validFrom, validUntil, maxRedemptions, maxPerPerson, terms, currency } = item;
  if (!item.isActive) return `The discount code ${code} is no longer valid.`;
  if (validFrom !== undefined && context.today < validFrom)
    return `The discount code ${code} is valid from ${validFrom} on.`;
  if (validUntil !== undefined && context.today > validUntil)
    return `The discount code ${code} was valid until ${validUntil}.`;
  if (!isFor(item, context)) return `The discount code ${code} is not for this registration.`;
  if (terms.kind === 'amount' && currency !== context.currency)
    return `The discount code ${code} is in ${currency}, but the fee is in ${context.currency}.`;
  if (maxRedemptions !== undefined && total >= maxRedemptions)
    return `The discount code ${code} was redeemed ${maxRedemptions === 1 ? 'once' : `${maxRedemptions} times`}, which is its limit.`;
  return maxPerPerson !== undefined && ofPerson >= maxPerPerson
    ? `The person has redeemed the discount code ${code} ${maxPerPerson === 1 ? 'once' : `${maxPerPerson} times`}, which is its limit for each person.`
    : undefined;
}

/** What a code takes off, in words. */
const describeTerms = ({ terms, currency }: DiscountCodeItem): string =>
  terms.kind === 'percent'
    ? `${terms.percent}% off`
    : `${formatAmount(fromMinorUnits(terms.amount, currency), currency, 'symbol')} off`;

export const presentDiscountCode = (item: DiscountCodeItem, redeemed: number) => ({
  id: item.id,
  code: item.code,
  description: item.description ?? null,
  percent: item.terms.kind === 'percent' ? item.terms.percent : null,
  amount: item.terms.kind === 'amount' ? fromMinorUnits(item.terms.amount, item.currency) : null,
  currency: item.currency,
  inWords: describeTerms(item),
  validFrom: item.validFrom ?? null,
  validUntil: item.validUntil ?? null,
  maxRedemptions: item.maxRedemptions ?? null,
  maxPerPerson: item.maxPerPerson ?? null,
  courseIds: [...item.courseIds],
  classIds: [...item.classIds],
  awardIds: [...item.awardIds],
  returnsWhenCancelled: item.returnsWhenCancelled,
  isActive: item.isActive,
  redeemed,
  createdDate: item.createdDate,
  modifiedDate: item.modifiedDate,
});
