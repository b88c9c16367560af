// The Congresses of the United States: their numbers and terms (Constitution, Twentieth Amendment, section 1).
import type { SessionContent } from './session.ts';

/** The first Congress whose term begins and ends on 3 January. */
const FIRST_CONGRESS = 75;

const ordinal = (number: number): string => {
  const suffix =
    number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
};

/**
 * The term of a Congress by its number: the 119th lasts from 3 January 2025 until noon of 3 January 2027.
 * @returns undefined before the 75th (1937), when terms began in March, and when the number is not an integer
 */
export function congressSession(number: number): SessionContent | undefined {
  if (!Number.isInteger(number) || number < FIRST_CONGRESS || number > 200) return undefined;
  const year = 1787 + 2 * number;
  return {
    stateId: 0,
    identifier: String(number),
    name: `${ordinal(number)} Congress`,
    classification: 'primary',
    startDate: `${year}-01-03`,
    endDate: `${year + 2}-01-03`,
  };
}
