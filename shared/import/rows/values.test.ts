// Proves how single values are read.
import { describe, expect, it } from 'vitest';
import { parseActive, parseDay, parseEmail, parsePhone, parseWebAddress } from './values.ts';

const cell = (value: string) => ({ field: 'f', value });
const read = <T>(
  value: { readonly value: T } | { readonly problem: { readonly reason: string } },
): T | 'problem' => ('value' in value ? value.value : 'problem');

describe('values', () => {
  it.each([
    ['ada@example.org', 'ada@example.org'],
    ["o'neill@example.org", "o'neill@example.org"],
    ['mayor@example.org.', 'mayor@example.org'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'.slice(7)],
    ['ada fairweather@example.org', 'problem'],
    ['none', 'problem'],
  ])('email %j is %j', (value, expected) => {
    expect(read(parseEmail(cell(value)))).toBe(expected);
  });

  it.each([
    ['https://example.org/a b.jpg', 'https://example.org/a%20b.jpg'],
    ['www.example.org/x', 'https://www.example.org/x'],
    ['javascript:alert(1)', 'problem'],
    ['data:image/png;base64,AAAA', 'problem'],
    ['not a page', 'problem'],
  ])('web address %j is %j', (value, expected) => {
    expect(read(parseWebAddress(cell(value)))).toBe(expected);
  });

  it.each([
    ['410-555-0134 ext. 6310', '410-555-0134 ext. 6310'],
    ['n/a', 'problem'],
  ])('telephone %j is %j', (value, expected) => {
    expect(read(parsePhone(cell(value)))).toBe(expected);
  });

  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-1-3', '2026-01-03'],
    ['2026-01-31T10:00:00Z', '2026-01-31'],
    ['01/31/2026', '2026-01-31'],
    ['1-3-2026', '2026-01-03'],
    ['31/01/2026', 'problem'],
    ['2026-02-30', 'problem'],
    ['soon', 'problem'],
  ])('day %j is %j', (value, expected) => {
    expect(read(parseDay(cell(value)))).toBe(expected);
  });

  it.each([
    ['Active', true],
    ['no', false],
    ['Deactivated', false],
    ['perhaps', 'problem'],
  ])('active %j is %j', (value, expected) => {
    expect(read(parseActive(cell(value)))).toBe(expected);
  });
});
