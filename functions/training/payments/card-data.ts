// Rejects requests that contain what looks like a card number or card code, in any field: card data is never accepted.
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesCardCheck(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** 13 to 19 digits, also in groups, that are not part of a longer word such as a UUID. */
const candidatePattern = /(?<![\w-])\d(?:[ .-]?\d){12,18}(?![\w-])/g;

const containsCardNumber = (text: string): boolean =>
  (text.match(candidatePattern) ?? []).some((match) => passesCardCheck(match.replace(/\D/g, '')));

const isCardDataName = (name: string): boolean =>
  /^(card.?(number|no|holder|code|expiry)|pan|cvv2?|cvc2?|security.?code|expir(y|ation)(.?(date|month|year))?)$/i.test(
    name,
  );

/** One value of a body, and its path. */
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
    return [cardDataError(target, `${target} names card data, which is never accepted; remove it.`)];
  if (typeof value !== 'string' || !containsCardNumber(value)) return [];
  return [
    cardDataError(
      target,
      `${target} contains what looks like a card number; card data is never accepted. Send the number of an order, an invoice or a cheque.`,
    ),
  ];
}

/** Every value of a body; without recursion, because a body can be nested to any depth. */
function* walkValues(body: unknown): Generator<BodyValue> {
  const open: BodyValue[] = [{ value: body, target: '' }];
  for (let place = open.pop(); place; place = open.pop()) {
    yield place;
    const { value, target } = place;
    if (typeof value !== 'object' || value === null) continue;
    // Paths are limited in length, because a deeply nested body would make them very long.
    const prefix = target === '' || target.length > 200 ? '' : `${target}.`;
    for (const [name, inner] of Object.entries(value)) open.push({ value: inner, target: prefix + name });
  }
}

/**
 * Rejects a body with card data in any field, known or not.
 * @param rawBody the well-formed JSON as it was sent
 * @throws Failure 400
 */
export function assertNoCardData(rawBody: string): void {
  if (rawBody.trim() === '') return;
  throwIfInvalid([...walkValues(JSON.parse(rawBody))].flatMap(validateValue));
}
