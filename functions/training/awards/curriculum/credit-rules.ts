// The credit rules of a request: how they are stored, and when they contradict themselves.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import type { TypeReference } from '../../settings/types/training-type.ts';
import type { CreditLimit, CreditRules, CreditSelection } from '../record/credit-rules.ts';
import type { CreditRulesInput } from './credit-rules-schemas.ts';

/** The fields that have a value. */
const withoutNulls = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };

/** Credit rules as they are stored. */
export const parseCreditRules = ({
  limits,
  conversions,
  carryOver,
  proration,
  requiredCourseIds,
  ...rest
}: CreditRulesInput): CreditRules => ({
  ...withoutNulls(rest),
  limits: (limits ?? []).map(withoutNulls),
  conversions: conversions ?? [],
  requiredCourseIds: [...new Set(requiredCourseIds)],
  ...(carryOver && { carryOver: withoutNulls(carryOver) }),
  ...(proration && {
    proration: {
      countsPartialMonths: proration.countsPartialMonths ?? false,
      reducesLimits: proration.reducesLimits ?? false,
      ...(proration.rounding && { rounding: proration.rounding }),
    },
  }),
});

/** The credit types that rules refer to, each with the field that names it. */
export function creditRulesReferences(rules: CreditRules | undefined, field: string): TypeReference[] {
  if (!rules) return [];
  const listed = (ids: readonly string[] = [], target: string): TypeReference[] =>
    ids.map((id, index) => ({ kind: 'creditType', id, target: `${field}.${target}[${index}]` }));
  return [
    ...listed(rules.creditTypeIds, 'creditTypeIds'),
    ...rules.limits.flatMap((limit, index) => listed(limit.creditTypeIds, `limits[${index}].creditTypeIds`)),
    ...rules.conversions.map(
      ({ creditTypeId }, index): TypeReference => ({
        ...{ kind: 'creditType', id: creditTypeId, target: `${field}.conversions[${index}].creditTypeId` },
      }),
    ),
    ...listed(rules.carryOver?.creditTypeIds, 'carryOver.creditTypeIds'),
  ];
}

const isSubset = <T>(part: readonly T[] | undefined, whole: readonly T[] | undefined): boolean =>
  whole === undefined || (part?.every((entry) => whole.includes(entry)) ?? false);
const isDisjoint = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): boolean =>
  a !== undefined && b !== undefined && !a.some((entry) => b.includes(entry));

/** Whether all credits of the one selection are in the other. */
const isWithin = (part: CreditSelection, whole: CreditSelection): boolean =>
  isSubset(part.creditTypeIds, whole.creditTypeIds) && isSubset(part.attendanceModes, whole.attendanceModes);

/** Whether no credits are in both selections. */
const isApart = (a: CreditSelection, b: CreditSelection): boolean =>
  isDisjoint(a.creditTypeIds, b.creditTypeIds) || isDisjoint(a.attendanceModes, b.attendanceModes);

const isSameKind = (a: CreditSelection, b: CreditSelection): boolean =>
  (a.attendanceModes === undefined) === (b.attendanceModes === undefined);

const outOfRange = (target: string, message: string): ErrorDetail => ({
  code: 'OUT_OF_RANGE',
  message,
  target,
});
const notAllowed = (target: string, message: string): ErrorDetail => ({
  code: 'NOT_ALLOWED',
  message,
  target,
});

/** The problems of one limit with the total. */
function validateLimit(
  { minimum, maximum, creditTypeIds, attendanceModes }: CreditLimit,
  total: number,
  target: string,
): ErrorDetail[] {
  if (minimum === undefined && maximum === undefined)
    return [{ code: 'REQUIRED_FIELD', message: 'A limit needs a minimum or a maximum.', target }];
  return [
    ...(creditTypeIds === undefined && attendanceModes === undefined
      ? [
          {
            code: 'REQUIRED_FIELD' as const,
            message:
              'A limit needs creditTypeIds or attendanceModes; what is needed of all credits is the total.',
            target,
          },
        ]
      : []),
    ...(minimum !== undefined && minimum > total
      ? [outOfRange(`${target}.minimum`, `minimum must be at most the total, ${total}, but was ${minimum}.`)]
      : []),
    ...(minimum !== undefined && maximum !== undefined && maximum < minimum
      ? [
          outOfRange(
            `${target}.maximum`,
            `maximum must be at least the minimum, ${minimum}, but was ${maximum}.`,
          ),
        ]
      : []),
  ];
}

/** Minima of credits that have nothing in common must be possible within the total, and within a limit that has them all. */
function validateSums({ total, limits }: CreditRules, field: string): ErrorDetail[] {
  const wholes = [
    { selection: {}, maximum: total, target: `${field}.total`, name: 'the total' },
    ...limits.flatMap((limit, index) =>
      limit.maximum === undefined
        ? []
        : [
            {
              ...{ selection: limit, maximum: limit.maximum, name: 'the maximum' },
              target: `${field}.limits[${index}].maximum`,
            },
          ],
    ),
  ];
  return wholes.flatMap(({ selection, maximum, target, name }): ErrorDetail[] => {
    // A minimum above the total or above its own maximum is reported already.
    const inside = limits
      .filter((limit) => limit.minimum !== undefined && limit !== selection && isWithin(limit, selection))
      .sort((a, b) => (b.minimum ?? 0) - (a.minimum ?? 0));
    const apart: CreditLimit[] = [];
    for (const limit of inside) if (apart.every((other) => isApart(other, limit))) apart.push(limit);
    const sum = sumAmounts(apart.map(({ minimum = 0 }) => minimum));
    if (sum <= maximum || (name === 'the total' && apart.length === 1)) return [];
    const what = apart.length === 1 ? 'A minimum within it is' : 'The minima of different credits add up to';
    return [outOfRange(target, `${what} ${sum}, which is more than ${name}, ${maximum}.`)];
  });
}

/** Everything that is wrong with credit rules, without their references. */
export function validateCreditRules(
  rules: CreditRules | undefined,
  field: 'creditRules' | 'renewalCreditRules',
): ErrorDetail[] {
  if (!rules) return [];
  const { total, limits, conversions, creditTypeIds, carryOver } = rules;
  const forRenewals = (['carryOver', 'proration'] as const).filter((name) => rules[name] !== undefined);
  const named = [
    ...forRenewals,
    ...(rules.requiredCourseIds.length > 0 ? (['requiredCourseIds'] as const) : []),
  ];
  const uncounted = (ids: readonly string[] = [], target: string): ErrorDetail[] =>
    ids.flatMap((id, index) =>
      (creditTypeIds?.includes(id) ?? true)
        ? []
        : [
            notAllowed(
              `${field}.${target}[${index}]`,
              `The credit type ${id} is not among creditTypeIds, the types that count.`,
            ),
          ],
    );
  return [
    ...(field === 'renewalCreditRules'
      ? []
      : named.map((name) =>
          notAllowed(`${field}.${name}`, `${name} is a rule of renewals; set it in renewalCreditRules.`),
        )),
    ...limits.flatMap((limit, index) => validateLimit(limit, total, `${field}.limits[${index}]`)),
    ...validateSums(rules, field),
    ...limits.flatMap((limit, index) =>
      limits
        .slice(0, index)
        .flatMap((other, before): ErrorDetail[] =>
          !isSameKind(limit, other) ||
          isApart(limit, other) ||
          isWithin(limit, other) ||
          isWithin(other, limit)
            ? []
            : [
                notAllowed(
                  `${field}.limits[${index}]`,
                  `limits[${index}] selects some credits of limits[${before}] and others; select credits apart from them, or all or a part of them.`,
                ),
              ],
        ),
    ),
    ...limits.flatMap((limit, index) => uncounted(limit.creditTypeIds, `limits[${index}].creditTypeIds`)),
    ...uncounted(carryOver?.creditTypeIds, 'carryOver.creditTypeIds'),
    ...conversions.flatMap(({ creditTypeId }, index): ErrorDetail[] =>
      conversions.findIndex((other) => other.creditTypeId === creditTypeId) === index
        ? []
        : [
            {
              code: 'DUPLICATE_VALUE',
              message: `The credit type ${creditTypeId} is converted twice; name it once.`,
              target: `${field}.conversions[${index}].creditTypeId`,
            },
          ],
    ),
  ];
}
