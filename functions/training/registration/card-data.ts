// No card data is ever taken: what looks like a card's number or its code is refused, wherever it stands.
import { type Fault, invalid } from '../../../shared/errors/failure.ts';

/** The check that every card number passes (ISO/IEC 7812-1, annex B). */
function passesCardCheck(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** 13 to 19 digits, also in groups, that stand alone: an id in the form of a UUID is none. */
const candidates = /(?<![\w-])\d(?:[ .-]?\d){12,18}(?![\w-])/g;

const holdsCardNumber = (text: string): boolean =>
  (text.match(candidates) ?? []).some((found) => passesCardCheck(found.replace(/\D/g, '')));

const namesCardData = (name: string): boolean =>
  /^(card.?(number|no|holder|code|expiry)|pan|cvv2?|cvc2?|security.?code|expir(y|ation)(.?(date|month|year))?)$/i.test(
    name,
  );

function faultsIn(value: unknown, target: string): Fault[] {
  if (typeof value === 'string' && holdsCardNumber(value))
    return [
      {
        code: 'NOT_ALLOWED',
        message: `${target} holds what looks like a card number; card data is never taken. Give the number of an order, an invoice or a cheque.`,
        target,
      },
    ];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const within = target === '' ? name : `${target}.${name}`;
    return namesCardData(name)
      ? [
          {
            code: 'NOT_ALLOWED' as const,
            message: `${within} names card data, which is never taken; leave it out.`,
            target: within,
          },
        ]
      : faultsIn(inner, within);
  });
}

/**
 * Refuses a body that holds card data in any field, known or not.
 * @param rawBody the JSON as it was sent, well-formed
 * @throws Failure 400
 */
export function refuseCardData(rawBody: string): void {
  const [first, ...more] = rawBody.trim() === '' ? [] : faultsIn(JSON.parse(rawBody), '');
  if (first) throw invalid([first, ...more]);
}
