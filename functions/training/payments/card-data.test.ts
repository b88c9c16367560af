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
