// The clock of a tenant, which a sandbox may move.
import { expect, it } from 'vitest';
import { openUnusedTenant } from '../../test/training/records/build-records.ts';
import { movedClockPosition, tenantTime } from './tenant-clock.ts';

const real = new Date('2027-03-01T12:00:00.500Z');

it.each([
  [0, '2027-03-01T12:00:00.500Z'],
  [86_400, '2027-03-02T12:00:00.500Z'],
  [-1, '2027-03-01T11:59:59.500Z'],
])('with an offset of %d seconds it shows %s', (clockOffsetSeconds, shown) => {
  expect(tenantTime({ clockOffsetSeconds }, real).toISOString()).toBe(shown);
});

it('a tenant with a moved clock is always due: it is listed before every moment', () => {
  const { sort } = movedClockPosition(openUnusedTenant());
  expect(sort).toBe('000000000000000');
  expect(sort < String(real.getTime()).padStart(15, '0')).toBe(true);
});
