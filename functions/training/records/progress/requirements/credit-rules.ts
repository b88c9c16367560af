// Evaluates the credit rules of an award for the credits of a term (docs/interface/training.md#credit-rules). Amounts are
// computed in whole hundredths.
import { compareTexts } from '../../../../../shared/lists/sort.ts';
import { toHundredths } from '../../../../../shared/money/amount.ts';
import { addDays, addMonths } from '../../../../../shared/time/calendar-day.ts';
import type { CreditMode } from '../../../attendance-mode.ts';
import {
  type CarriedCredit,
  type CreditLimit,
  type CreditRules,
  type CreditSelection,
  countsType,
  type Rounding,
} from '../../../awards/record/credit-rules.ts';
import type { SelfReportedLimit } from '../../../self-reported-limit.ts';
import { countGroups, type GroupLimit } from './count-credits.ts';

/** Credits of a term: those that were earned in it and were not voided. */
export interface TermCredit {
  readonly id?: string | undefined;
  readonly creditTypeId: string;
  readonly credits: number;
  readonly earnedDate: string;
  readonly source?: string | undefined;
  readonly attendanceMode?: CreditMode | undefined;
}

/** What the rules are evaluated for. */
export interface Term {
  readonly credits: readonly TermCredit[];
  /** Credits of the term before that count in this one. */
  readonly carriedOver?: readonly { readonly credit: TermCredit; readonly credits: number }[];
  readonly selfReportedLimits?: readonly SelfReportedLimit[] | undefined;
  /** Of a first term that is shorter than the validity. */
  readonly share?: TermShare | undefined;
}

/** The months of a term among those of a whole one. */
export interface TermShare {
  readonly months: number;
  readonly ofMonths: number;
}

/** How far one limit is met. */
export interface LimitResult {
  readonly limit: CreditLimit;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** The credits that it selects, converted and rounded. */
  readonly earned: number;
  readonly counted: number;
  /** How many credits are missing to the minimum. */
  readonly missing: number;
}

/** How far the rules are met. */
export interface CreditRulesResult {
  readonly rules: CreditRules;
  readonly needed: number;
  readonly counted: number;
  /** How many credits are missing to the total. */
  readonly missing: number;
  /** The credits that can count, converted and rounded. */
  readonly earned: number;
  /** What rounding took off or added, in credits of the rules; negative where it took off. */
  readonly rounded: number;
  readonly limits: readonly LimitResult[];
  /** How much of the credits counts that were carried over. */
  readonly carriedOver: number;
  readonly share?: TermShare | undefined;
  readonly isComplete: boolean;
  /** What could be carried over to the next term, the latest first; empty while something is missing. */
  readonly surplus: readonly CarriedCredit[];
}

/** The most entries that are carried over: they are stored with the certification. */
export const maxCarriedEntries = 200;

/** Rounds a fraction of hundredths to a multiple of the unit. All are whole numbers, so that nothing is lost. */
function roundToUnit(numerator: number, denominator: number, { unit, direction }: Rounding): number {
  const step = toHundredths(unit) * denominator;
  const steps = {
    down: Math.floor(numerator / step),
    nearest: Math.floor((2 * numerator + step) / (2 * step)),
    up: Math.ceil(numerator / step),
  }[direction];
  return steps * toHundredths(unit);
}

/** Credits of a type in the unit of the rules: exactly in ten-thousandths, and rounded in hundredths. */
function convert(
  {
    conversions,
    rounding = { unit: 0.01, direction: 'nearest' },
  }: Pick<CreditRules, 'conversions' | 'rounding'>,
  { creditTypeId, credits }: Pick<TermCredit, 'creditTypeId' | 'credits'>,
) {
  const factor = conversions.find((entry) => entry.creditTypeId === creditTypeId)?.factor ?? 1;
  const exact = toHundredths(credits) * toHundredths(factor);
  return { exact, units: roundToUnit(exact, 100, rounding) };
}

/** Whether a limit is about some credits. Credits without a mode are selected by no limit of modes. */
const selects = ({ creditTypeIds, attendanceModes }: CreditSelection, credit: TermCredit): boolean =>
  (creditTypeIds?.includes(credit.creditTypeId) ?? true) &&
  (attendanceModes === undefined ||
    (credit.attendanceMode !== undefined && attendanceModes.includes(credit.attendanceMode)));

/**
 * The months of a first term, such as 15 of 24; undefined where it is not shorter.
 *
 * @param validityMonths the months of a whole term
 */
export function computeTermShare(
  { validFrom, validThrough }: { readonly validFrom: string; readonly validThrough: string },
  validityMonths: number,
  countsPartialMonths: boolean,
): TermShare | undefined {
  const end = addDays(validThrough);
  let months = 0;
  while (months < validityMonths && addMonths(validFrom, { months: months + 1 }) <= end) months += 1;
  if (countsPartialMonths && months < validityMonths && addMonths(validFrom, { months }) < end) months += 1;
  return months < validityMonths ? { months, ofMonths: validityMonths } : undefined;
}

/** An amount of the rules, or its share of a shorter term, in hundredths. */
const reduce = (
  amount: number,
  share: TermShare | undefined,
  rounding: Rounding = { unit: 0.01, direction: 'down' },
): number =>
  share ? roundToUnit(toHundredths(amount) * share.months, share.ofMonths, rounding) : toHundredths(amount);

/** The limit of self-reported credits that credits are under, as its type and period; undefined where there is none. */
function findReportedPeriod(
  { source, creditTypeId, earnedDate }: TermCredit,
  limits: readonly SelfReportedLimit[],
): string | undefined {
  const limit =
    source === 'selfReported' ? limits.find((entry) => entry.creditTypeId === creditTypeId) : undefined;
  return limit && `${creditTypeId} ${limit.period === 'Term' ? '' : earnedDate.slice(0, 4)}`;
}

interface Entry {
  readonly credit: TermCredit;
  readonly units: number;
  readonly isCarried: boolean;
  /** Its group: credits that no limit tells apart. */
  readonly group: number;
}

/** The credits that can count, those that were carried over first, then by day. Credits that all limits treat alike are a group. */
function listEntries(rules: CreditRules, { credits, carriedOver = [], selfReportedLimits = [] }: Term) {
  const groups = new Map<string, number>();
  const groupOf = (credit: TermCredit, isCarried: boolean): number => {
    const limits = rules.limits.flatMap((limit, index) => (selects(limit, credit) ? [index] : []));
    const reported = isCarried ? undefined : findReportedPeriod(credit, selfReportedLimits);
    const key = `${limits.join()} ${reported ?? ''}`;
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    return group;
  };
  const sorted = credits
    .filter(({ creditTypeId }) => countsType(rules, creditTypeId))
    .toSorted((a, b) => compareTexts(a.earnedDate, b.earnedDate));
  return [
    ...carriedOver.map(
      ({ credit, credits: amount }): Entry => ({
        ...{ credit, units: toHundredths(amount), isCarried: true, group: groupOf(credit, true) },
      }),
    ),
    ...sorted.map(
      (credit): Entry => ({
        ...{ credit, units: convert(rules, credit).units, isCarried: false, group: groupOf(credit, false) },
      }),
    ),
  ];
}

/** The limits of self-reported credits as limits of groups, in the unit of the rules. */
function listSelfReportedLimits(
  rules: CreditRules,
  entries: readonly Entry[],
  limits: readonly SelfReportedLimit[] = [],
): GroupLimit[] {
  const byPeriod = Map.groupBy(
    entries.filter(({ isCarried }) => !isCarried),
    ({ credit }) => findReportedPeriod(credit, limits),
  );
  return limits.flatMap(({ creditTypeId, maximum }) =>
    [...byPeriod]
      .filter(([period, [first]]) => period !== undefined && first?.credit.creditTypeId === creditTypeId)
      .map(
        ([, among]): GroupLimit => ({
          family: 'type',
          groups: new Set(among.map(({ group }) => group)),
          minimum: 0,
          maximum: convert({ conversions: rules.conversions }, { creditTypeId, credits: maximum }).units,
        }),
      ),
  );
}

const sumUnits = (entries: readonly { readonly units: number }[]): number =>
  entries.reduce((sum, { units }) => sum + units, 0);

/** How much of each entry counts, in hundredths: within a group the first entries count first. */
function distribute(entries: readonly Entry[], counted: readonly number[]) {
  const left = [...counted];
  return entries.map((entry) => {
    const units = Math.min(entry.units, left[entry.group] ?? 0);
    left[entry.group] = (left[entry.group] ?? 0) - units;
    return { ...entry, units };
  });
}

/** What can be carried over: the latest credits first, as long as the total and every minimum are met without them. */
function selectSurplus(
  { carryOver, limits }: CreditRules,
  counted: readonly Entry[],
  spare: number,
  spareOf: readonly number[],
): CarriedCredit[] {
  if (!carryOver) return [];
  let left = Math.min(spare, toHundredths(carryOver.maximum));
  const leftOf = [...spareOf];
  return counted
    .toReversed()
    .flatMap(({ credit, units, isCarried }): CarriedCredit[] => {
      // What was carried over once is not carried over again.
      if (isCarried || credit.id === undefined) return [];
      if (!(carryOver.creditTypeIds?.includes(credit.creditTypeId) ?? true)) return [];
      const concerned = limits.flatMap((limit, index) => (selects(limit, credit) ? [index] : []));
      const amount = Math.min(units, left, ...concerned.map((index) => leftOf[index] ?? 0));
      if (amount <= 0) return [];
      left -= amount;
      for (const index of concerned) leftOf[index] = (leftOf[index] ?? 0) - amount;
      return [{ creditId: credit.id, credits: amount / 100 }];
    })
    .slice(0, maxCarriedEntries);
}

/** Evaluates credit rules for a term. Pure; everything that decides by credit rules calls it. */
export function evaluateCreditRules(rules: CreditRules, term: Term): CreditRulesResult {
  const { proration } = rules;
  const share = proration ? term.share : undefined;
  const shareOfLimits = proration?.reducesLimits ? share : undefined;
  const total = reduce(rules.total, share, proration?.rounding);
  const bounds = rules.limits.map(({ minimum, maximum }) => ({
    minimum: minimum === undefined ? 0 : reduce(minimum, shareOfLimits, proration?.rounding),
    maximum:
      maximum === undefined ? Number.POSITIVE_INFINITY : reduce(maximum, shareOfLimits, proration?.rounding),
  }));
  const entries = listEntries(rules, term);
  const byGroup = Map.groupBy(entries, ({ group }) => group);
  const groups = Array.from({ length: byGroup.size }, (_, group) => ({
    amount: sumUnits(byGroup.get(group) ?? []),
  }));
  const limits = rules.limits.map(
    (limit, index): GroupLimit => ({
      family: limit.attendanceModes === undefined ? 'type' : 'mode',
      groups: new Set(entries.filter(({ credit }) => selects(limit, credit)).map(({ group }) => group)),
      ...(bounds[index] ?? { minimum: 0, maximum: Number.POSITIVE_INFINITY }),
    }),
  );
  const counted = distribute(
    entries,
    countGroups(
      groups,
      [...limits, ...listSelfReportedLimits(rules, entries, term.selfReportedLimits)],
      total,
    ),
  );
  const sum = sumUnits(counted);
  const results = rules.limits.map((limit, index): LimitResult => {
    const { minimum = 0, maximum = 0 } = bounds[index] ?? {};
    const isSelected = ({ credit }: Entry): boolean => selects(limit, credit);
    const within = sumUnits(counted.filter(isSelected));
    return {
      limit,
      ...(limit.minimum !== undefined && { minimum: minimum / 100 }),
      ...(limit.maximum !== undefined && { maximum: maximum / 100 }),
      earned: sumUnits(entries.filter(isSelected)) / 100,
      counted: within / 100,
      missing: Math.max(0, minimum - within) / 100,
    };
  });
  const missing = Math.max(0, total - sum);
  const isComplete = missing === 0 && results.every((result) => result.missing === 0);
  const spareOf = results.map(
    (result, index) => toHundredths(result.counted) - (bounds[index]?.minimum ?? 0),
  );
  const fresh = entries.filter(({ isCarried }) => !isCarried);
  const exact = fresh.reduce((units, { credit }) => units + convert(rules, credit).exact, 0);
  return {
    rules,
    needed: total / 100,
    counted: sum / 100,
    missing: missing / 100,
    earned: sumUnits(entries) / 100,
    rounded: (sumUnits(fresh) * 100 - exact) / 10_000,
    limits: results,
    carriedOver: sumUnits(counted.filter(({ isCarried }) => isCarried)) / 100,
    share,
    isComplete,
    surplus: isComplete ? selectSurplus(rules, counted, sum - total, spareOf) : [],
  };
}
