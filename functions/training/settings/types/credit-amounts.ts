// Amounts of credits by credit type, as courses, classes and curricula have them.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { TypeLabel } from './training-type.ts';

/** An amount of credits of one type. */
export interface CreditAmount {
  readonly creditTypeId: string;
  /** At least 0, two decimals. */
  readonly credits: number;
}

/**
 * No credit type may be named twice.
 *
 * @param target the field, such as `credits`
 */
export const validateUniqueCreditTypes = (credits: readonly CreditAmount[], target: string): ErrorDetail[] =>
  credits.flatMap(({ creditTypeId }, index): ErrorDetail[] =>
    credits.findIndex((other) => other.creditTypeId === creditTypeId) === index
      ? []
      : [
          {
            code: 'DUPLICATE_VALUE',
            message: `The credit type ${creditTypeId} is named twice in ${target}; name it once with the sum of its credits.`,
            target: `${target}[${index}].creditTypeId`,
          },
        ],
  );

/** Credits with the names of their types. */
export const presentCourseCredits = (
  credits: readonly CreditAmount[],
  types: ReadonlyMap<string, Pick<TypeLabel, 'name'>>,
) =>
  credits.map(({ creditTypeId, credits: amount }) => ({
    creditTypeId,
    creditType: types.get(creditTypeId)?.name ?? '',
    credits: amount,
  }));
