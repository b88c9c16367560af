// No card data is ever taken: what looks like a card's number or its code is refused, wherever it stands.
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';

/** The check that every card number passes (ISO/IEC 7812-1, annex B). */
function passesCardCheck(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** 13 to 19 digits, also in groups, that stand alone: an id in the form of a UUID is none. */
const candidatePattern = /(?<![\w-])\d(?:[ .-]?\d){12,18}(?![\w-])/g;

const containsCardNumber = (text: string): boolean =>
  (text.match(candidatePattern) ?? []).some((found) => passesCardCheck(found.replace(/\D/g, '')));

const isCardDataName = (name: string): boolean =>
  /^(card.?(number|no|holder|code|expiry)|pan|cvv2?|cvc2?|security.?code|expir(y|ation)(.?(date|month|year))?)$/i.test(
    name,
  );

/** One value of a body, and where it stands. */
interface BodyValue {
  readonly value: unknown;
  readonly target: string;
}

const cardDataError = (target: string, message: string): ErrorDetail => ({
  code: 'NOT_ALLOWED',
  message,
  target,
});

function validateValue({ value, target }: BodyValue): ErrorDetail[] {
  const name = target.slice(target.lastIndexOf('.') + 1);
  if (isCardDataName(name))
    return [cardDataError(target, `${target} names card data, which is never taken; leave it out.`)];
  if (typeof value !== 'string' || !containsCardNumber(value)) return [];
  return [
    cardDataError(
      target,
      `${target} holds what looks like a card number; card data is never taken. Give the number of an order, an invoice or a cheque.`,
    ),
  ];
}

/** Every value within a body. No recursion: anybody may send a body of any depth. */
function* walkValues(body: unknown): Generator<BodyValue> {
  const open: BodyValue[] = [{ value: body, target: '' }];
  for (let place = open.pop(); place; place = open.pop()) {
    yield place;
    const { value, target } = place;
    if (typeof value !== 'object' || value === null) continue;
    // Where it stands is told to some depth only, or a deep body would make a long story.
    const above = target === '' || target.length > 200 ? '' : `${target}.`;
    for (const [name, inner] of Object.entries(value)) open.push({ value: inner, target: above + name });
  }
}

/**
 * Refuses a body that holds card data in any field, known or not.
 * @param rawBody the JSON as it was sent, well-formed
 * @throws Failure 400
 */
export function assertNoCardData(rawBody: string): void {
  if (rawBody.trim() === '') return;
  const [first, ...more] = [...walkValues(JSON.parse(rawBody))].flatMap(validateValue);
  if (first) throw invalid([first, ...more]);
}
