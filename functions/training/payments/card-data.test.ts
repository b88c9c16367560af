// Card data is never accepted (ISO/IEC 7812-1 defines card numbers).
import { expect, it } from 'vitest';
import { assertNoCardData } from './card-data.ts';

const isRefused = (body: unknown) => expect(() => assertNoCardData(JSON.stringify(body)));

it.each([
  { notes: '4111111111111111' },
  { notes: 'please charge 5500 0000 0000 0004, thanks' },
  { deep: [{ reference: '3400-000000-00009' }] },
  { cardNumber: '' },
  { payment: { CVV: 123 } },
  { security_code: '1' },
  { expiry: '12/30' },
])('refuses %j', (body) => {
  isRefused(body).toThrow(/card/i);
});

it.each([
  { notes: 'PO 4111111111111112, room 12' },
  { memberId: '00000000-0000-4000-8000-000000000000' },
  { notes: 'Call 503-555-0110 or 503-555-0120' },
  { reference: 'INV-2027-000118', companyName: 'Panorama' },
  { notes: '4111 1111 1111' },
])('accepts %j', (body) => {
  isRefused(body).not.toThrow();
});

it('reads a body of any depth', () => {
  const deep = `${'['.repeat(50_000)}"4111111111111111"${']'.repeat(50_000)}`;
  expect(() => assertNoCardData(deep)).toThrow(/card/i);
});

it('accepts an empty body', () => {
  expect(() => assertNoCardData('')).not.toThrow();
});

it('names the field, and what to send instead', () => {
  isRefused({ deep: [{ reference: '4111 1111 1111 1111' }] }).toThrow(
    'deep.0.reference contains what looks like a card number; card data is never accepted. Send the number of an order, an invoice or a cheque.',
  );
  isRefused({ payment: { cvc2: '1' } }).toThrow(
    'payment.cvc2 names card data, which is never accepted; remove it.',
  );
  isRefused({ cvv: 1, notes: '4111111111111111' }).toThrow(
    expect.objectContaining({
      details: [
        expect.objectContaining({ code: 'NOT_ALLOWED', target: 'notes' }),
        expect.objectContaining({ code: 'NOT_ALLOWED', target: 'cvv' }),
      ],
    }),
  );
});

it.each([
  ['card number', true],
  ['card_no', true],
  ['cardno', true],
  ['cardHolder', true],
  ['Card-Code', true],
  ['cardExpiry', true],
  ['pan', true],
  ['cvv', true],
  ['cvv2', true],
  ['cvc', true],
  ['cvc2', true],
  ['securitycode', true],
  ['expiration', true],
  ['expiryDate', true],
  ['expiration_month', true],
  ['expiry.year', false],
  ['panel', false],
  ['span', false],
  ['discardNumber', false],
  ['expiryDates', false],
  ['cardNumbers', false],
  ['card', false],
])('a field %s names card data: %s', (name, expected) => {
  if (expected) isRefused({ [name]: 'x' }).toThrow(/card/);
  else isRefused({ [name]: 'x' }).not.toThrow();
});

it.each([
  ['0'.repeat(13), true],
  ['0'.repeat(12), false],
  ['0'.repeat(19), true],
  ['0'.repeat(20), false],
  ['4111.1111.1111.1111', true],
  ['4111  1111 1111 1111', false],
  ['x4111111111111111', false],
  ['4111111111111111x', false],
  ['-4111111111111111', false],
  ['4111111111111111-', false],
])('%j contains a card number of 13 to 19 digits: %s', (text, expected) => {
  if (expected) isRefused({ notes: text }).toThrow(/card number/);
  else isRefused({ notes: text }).not.toThrow();
});

it('a number is no text, and neither is null', () => {
  isRefused({ total: 4111111111111111, none: null }).not.toThrow();
});

it('a very deep path is cut, so that the message stays short', () => {
  const deep = Array.from({ length: 300 }).reduce<unknown>((inner) => ({ a: inner }), '4111111111111111');
  isRefused(deep).toThrow(/^(a\.){1,101}a contains/);
});
