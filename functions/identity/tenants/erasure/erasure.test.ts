// When the erasure of a tenant is expected to be done (docs/tenant-data.md#erasure).
import { expect, it } from 'vitest';
import { forecastEnd } from './erasure.ts';

const minute = 60_000;
const began = new Date('2027-03-01T12:00:00Z');
const at = (minutes: number) => new Date(began.getTime() + minutes * minute);
const phaseBegan = { at: began.toISOString(), erased: 0 };
/** An inventory of a thousand items that took a minute. */
const run = {
  found: { person: 600, 'person-entry': 400 },
  erased: 0,
  phaseBegan,
  inventoryMilliseconds: minute,
};

it.each([
  ['four minutes for each 400 items, and two checks', { ...run, phase: 'items', erased: 400 }, 4, 4 + 6 + 2],
  ['the checks alone when all are erased', { ...run, phase: 'items', erased: 1000 }, 4, 4 + 2],
  ['the checks alone where an earlier round has erased more', { ...run, phase: 'items', erased: 1200 }, 4, 6],
  ['both checks after the items', { ...run, phase: 'audit', erased: 1000 }, 4, 6],
  ['the rest of a check and the other one', { ...run, phase: 'check table', erased: 1000 }, 0.25, 2],
  ['the rest of the last check', { ...run, phase: 'check index', erased: 1000 }, 0.25, 1],
  ['now, when a check takes longer than the inventory', { ...run, phase: 'check index', erased: 1000 }, 3, 3],
] as const)('an erasure is expected to take %s', (_, given, now, end) => {
  expect(forecastEnd(given, at(now))).toEqual(at(end));
});

it.each([
  ['the inventory', { ...run, phase: 'inventory', phaseBegan: undefined, inventoryMilliseconds: undefined }],
  ['the accounts', { ...run, phase: 'accounts' }],
  ['the first items', { ...run, phase: 'items' }],
] as const)('nothing is said before %s are done', (_, given) => {
  expect(forecastEnd(given, at(1))).toBeUndefined();
});

it('a later round counts only what it has erased itself', () => {
  const given = { ...run, phase: 'items', erased: 900, phaseBegan: { ...phaseBegan, erased: 800 } } as const;
  expect(forecastEnd(given, at(4))).toEqual(at(4 + 4 + 2));
});
