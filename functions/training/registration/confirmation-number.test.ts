// Confirmation numbers: short, unambiguous to read aloud (goal, "Registration").
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkDigit } from '../numbers.ts';
import { confirmationNumberFrom } from './confirmation-number.ts';

it('is eight digits in two groups, the last of which checks the others', () => {
  for (let times = 0; times < 200; times += 1) {
    const number = confirmationNumberFrom(randomUUID());
    expect(number).toMatch(/^\d{4}-\d{4}$/);
    expect(checkDigit(number.replace('-', ''))).toBe(0);
  }
  expect(confirmationNumberFrom('9f1c2b34-0000-4000-8000-00000000002a')).toMatch(/^0000-042\d$/);
});

it('finds every wrong digit and every swap of neighbours (Damm)', () => {
  const digits = confirmationNumberFrom('9f1c2b34-0000-4000-8000-0000499602d2').replace('-', '');
  for (let at = 0; at < digits.length; at += 1) {
    const wrong = digits.slice(0, at) + ((Number(digits[at]) + 1) % 10) + digits.slice(at + 1);
    expect(checkDigit(wrong)).not.toBe(0);
    const swapped = digits.slice(0, at) + (digits[at + 1] ?? '') + digits[at] + digits.slice(at + 2);
    if (swapped !== digits) expect(checkDigit(swapped)).not.toBe(0);
  }
});
