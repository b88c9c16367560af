// The credit rules of an award as they are stored: how a board says which credits count (docs/interface/training.md#credit-rules).

import type { CreditMode } from '../../attendance-mode.ts';

/** Which credits a limit is about: those of some types, those earned in some way, or both; all where it says neither. */
export interface CreditSelection {
  readonly creditTypeIds?: readonly string[] | undefined;
  readonly attendanceModes?: readonly CreditMode[] | undefined;
}

/** How many of the selected credits must count, and how many may. Amounts have two decimals. */
export interface CreditLimit extends CreditSelection {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

export const roundingDirections = ['down', 'nearest', 'up'] as const;

/** Rounds an amount to a multiple of the unit; `nearest` rounds half a unit up. */
export interface Rounding {
  /** More than 0, two decimals, such as 0.5 for half hours. */
  readonly unit: number;
  readonly direction: (typeof roundingDirections)[number];
}

/** The credit rules of earning an award, or of renewing it. */
export interface CreditRules {
  /** How many credits must count in all. */
  readonly total: number;
  /** The types that count; all where it is absent. */
  readonly creditTypeIds?: readonly string[] | undefined;
  readonly limits: readonly CreditLimit[];
  /** One credit of the type counts as `factor` credits of these rules: 1 CEU as 10 contact hours. */
  readonly conversions: readonly { readonly creditTypeId: string; readonly factor: number }[];
  /** Of each credit entry, after its conversion; to hundredths where it is absent. */
  readonly rounding?: Rounding | undefined;
  /** What exceeded the total of a term counts in the next one. Only for renewals, as the two rules below. */
  readonly carryOver?:
    | { readonly maximum: number; readonly creditTypeIds?: readonly string[] | undefined }
    | undefined;
  /** A first term that is shorter than the validity of the award requires its share, by months. */
  readonly proration?:
    | {
        /** Whether a part of a month counts as a month; otherwise it does not count. */
        readonly countsPartialMonths: boolean;
        /** Whether minima and maxima are reduced too. */
        readonly reducesLimits: boolean;
        /** Of the reduced amounts; down to hundredths where it is absent. */
        readonly rounding?: Rounding | undefined;
      }
    | undefined;
  /** Courses to complete in the term that is renewed. */
  readonly requiredCourseIds: readonly string[];
}

/** Credits of the term before that count in a term, in the amount of the rules of that time. */
export interface CarriedCredit {
  readonly creditId: string;
  readonly credits: number;
}

/** The credit types that rules name, each once. */
export const ruleCreditTypeIds = (rules: CreditRules | undefined): string[] => [
  ...new Set([
    ...(rules?.creditTypeIds ?? []),
    ...(rules?.limits ?? []).flatMap(({ creditTypeIds = [] }) => creditTypeIds),
    ...(rules?.conversions ?? []).map(({ creditTypeId }) => creditTypeId),
    ...(rules?.carryOver?.creditTypeIds ?? []),
  ]),
];

/** Whether credits of a type can count by the rules. */
export const countsType = (rules: CreditRules | undefined, creditTypeId: string): boolean =>
  rules !== undefined && (rules.creditTypeIds?.includes(creditTypeId) ?? true);
