import { expect, it } from 'vitest';
import { isChosen } from './units.ts';

it('a feed reads the sessions that it names, whatever their case, or all current ones', () => {
  expect(isChosen([], ['2025-2026'], true)).toBe(true);
  expect(isChosen([], ['2025-2026'], false)).toBe(false);
  expect(isChosen(['2023-2024', '2025rs'], [undefined, '2025RS'], false)).toBe(true);
  expect(isChosen(['2023-2024'], ['2025-2026'], true)).toBe(false);
  expect(isChosen(['undefined'], [undefined], true)).toBe(false);
});
