// Says in words what credit rules require and what was counted (docs/interface/training.md#credit-rules): one sentence for
// each rule, with its figures.
import type { CreditMode } from '../../../attendance-mode.ts';
import type { CreditSelection, Rounding } from '../../../awards/record/credit-rules.ts';
import type { CreditRulesResult, LimitResult } from './credit-rules.ts';
import { creditTypeName, type Names } from './requirement-names.ts';

const modeNames = { onSite: 'on-site', online: 'online', selfStudy: 'self-study' } as const satisfies Record<
  CreditMode,
  string
>;
const orList = new Intl.ListFormat('en', { type: 'disjunction' });

const isOne = (amount: number): boolean => amount === 1;
const credits = (amount: number): string => (isOne(amount) ? 'credit' : 'credits');
const are = (amount: number): string => (isOne(amount) ? 'is' : 'are');
const count = (amount: number): string => (isOne(amount) ? 'counts' : 'count');

/** "Ethics self-study"; empty for a selection of all credits. */
export const describeSelection = (
  { creditTypeIds, attendanceModes }: CreditSelection,
  names: Names,
): string =>
  [
    ...(creditTypeIds ? [orList.format(creditTypeIds.map((id) => creditTypeName(names, id)))] : []),
    ...(attendanceModes ? [orList.format(attendanceModes.map((mode) => modeNames[mode]))] : []),
  ].join(' ');

/** "Ethics self-study credits" */
const nameCredits = (amount: number, selection: CreditSelection, names: Names): string =>
  [describeSelection(selection, names), credits(amount)].filter((word) => word !== '').join(' ');

const named = (amount: number, selection: CreditSelection, names: Names): string =>
  `${amount} ${nameCredits(amount, selection, names)}`;

const describeMinimum = ({ limit, minimum = 0, counted, missing }: LimitResult, names: Names): string =>
  `At least ${named(minimum, limit, names)} ${are(minimum)} needed: ${counted} ${count(counted)}${missing > 0 ? `, ${missing} ${are(missing)} missing` : ''}.`;

/** "At most 10 self-study credits count: 12 were earned, 2 do not count." */
function describeMaximum({ limit, maximum = 0, earned, counted }: LimitResult, names: Names): string {
  const uncounted = subtract(earned, counted);
  return `At most ${named(maximum, limit, names)} ${count(maximum)}: ${earned} ${isOne(earned) ? 'was' : 'were'} earned${uncounted > 0 ? `, ${uncounted} ${isOne(uncounted) ? 'does' : 'do'} not count` : ''}.`;
}

const subtract = (amount: number, less: number): number => Math.round((amount - less) * 100) / 100;

/** How entries are rounded: "down to a multiple of 0.2". */
const describeRounding = ({ unit, direction }: Rounding): string =>
  `${direction === 'nearest' ? 'to the nearest multiple' : `${direction} to a multiple`} of ${unit}`;

/** A rule of credits, and how far it is met. */
export interface DescribedRule {
  readonly rule: 'Total' | 'Minimum' | 'Maximum' | 'CarriedOver' | 'FirstTerm' | 'Rounding';
  /** Which limit of the rules it is, from 0; absent for the other rules. */
  readonly limit?: number;
  /** What is needed, or what may count. */
  readonly required?: number | undefined;
  readonly earned?: number | undefined;
  readonly counted?: number | undefined;
  readonly notCounted?: number | undefined;
  readonly missing: number;
  readonly sentence: string;
}

/** Each rule with its figures and a sentence, the total first. */
export function describeCreditRules(result: CreditRulesResult, names: Names): DescribedRule[] {
  const { rules, needed, counted, earned, missing, limits, carriedOver, share, rounded } = result;
  const notCounted = subtract(earned, counted);
  const selection = { creditTypeIds: rules.creditTypeIds };
  return [
    {
      ...{ rule: 'Total', required: needed, earned, counted, notCounted, missing },
      sentence: `${named(needed, selection, names)} ${are(needed)} needed in all: ${counted} of ${earned} earned ${count(counted)}${missing > 0 ? `, ${missing} ${are(missing)} missing` : ''}.`,
    },
    ...limits.flatMap((limit, index): DescribedRule[] => {
      const figures = { limit: index, earned: limit.earned, counted: limit.counted };
      const left = subtract(limit.earned, limit.counted);
      return [
        ...(limit.minimum === undefined
          ? []
          : [
              {
                ...({ rule: 'Minimum', required: limit.minimum, ...figures, notCounted: left } as const),
                ...{ missing: limit.missing, sentence: describeMinimum(limit, names) },
              },
            ]),
        ...(limit.maximum === undefined
          ? []
          : [
              {
                ...({ rule: 'Maximum', required: limit.maximum, ...figures, notCounted: left } as const),
                ...{ missing: 0, sentence: describeMaximum(limit, names) },
              },
            ]),
      ];
    }),
    ...(carriedOver > 0
      ? [
          {
            ...({ rule: 'CarriedOver', counted: carriedOver, missing: 0 } as const),
            sentence: `${carriedOver} ${credits(carriedOver)} ${isOne(carriedOver) ? 'was' : 'were'} carried over from the term before.`,
          },
        ]
      : []),
    ...(share
      ? [
          {
            ...({ rule: 'FirstTerm', required: needed, missing: 0 } as const),
            sentence: `The first term has ${share.months} of ${share.ofMonths} months, so that ${needed} of ${rules.total} credits ${are(needed)} needed.`,
          },
        ]
      : []),
    ...(rules.rounding && rounded !== 0
      ? [
          {
            ...({ rule: 'Rounding', missing: 0, ...(rounded < 0 && { notCounted: -rounded }) } as const),
            sentence: `Each entry of credits is rounded ${describeRounding(rules.rounding)}: ${Math.abs(rounded)} ${credits(Math.abs(rounded))} ${rounded < 0 ? `${isOne(-rounded) ? 'does' : 'do'} not count` : `${isOne(rounded) ? 'was' : 'were'} added`}.`,
          },
        ]
      : []),
  ];
}

/** What is missing to the total and the minima, as phrases: "8 more credits" and "1.5 more Ethics credits". */
export const describeMissingRules = (
  { rules: { creditTypeIds }, missing, limits }: CreditRulesResult,
  names: Names,
): string[] =>
  [{ limit: { creditTypeIds }, missing }, ...limits]
    .filter((limit) => limit.missing > 0)
    .map((limit) => `${limit.missing} more ${nameCredits(limit.missing, limit.limit, names)}`);
