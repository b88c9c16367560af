// The status of a certification on a day (docs/interface/training.md#certification-status).
import { describe, expect, it } from 'vitest';
import { computeStatus, isHeld, selectCurrentCertification } from './certification-status.ts';

const dates = { validFrom: '2027-01-01', validThrough: '2027-12-31', graceThrough: '2028-01-30' };

it.each([
  ['2026-12-31', {}, 'NotYetValid', true],
  ['2027-01-01', {}, 'Valid', true],
  ['2027-12-31', {}, 'Valid', true],
  ['2028-01-01', {}, 'InGrace', true],
  ['2028-01-30', {}, 'InGrace', true],
  ['2028-01-31', {}, 'Expired', false],
  ['2028-01-01', { graceThrough: undefined }, 'Expired', false],
  ['2099-01-01', { validThrough: undefined }, 'Valid', true],
  ['2027-12-31', { renewedBy: 'y' }, 'Valid', true],
  ['2028-01-01', { renewedBy: 'y' }, 'Renewed', false],
  ['2026-12-31', { revokedDate: '2026-12-01' }, 'Revoked', false],
  ['2028-01-31', { revokedDate: '2027-06-01' }, 'Revoked', false],
])('on %s with %j it is %s, and held: %s', (today, more, status, held) => {
  expect(computeStatus({ ...dates, ...more }, today)).toBe(status);
  expect(isHeld({ ...dates, ...more }, today)).toBe(held);
});

describe('the certification that decides', () => {
  const year = (from: number, to: number, more = {}) => ({
    ...{ id: `${from}-${to}`, validFrom: `${from}-01-01`, validThrough: `${to}-12-31` },
    ...more,
  });
  const select = (...certifications: ReturnType<typeof year>[]) =>
    selectCurrentCertification(certifications, '2027-06-01')?.id;

  it('is the held one that is valid longest', () => {
    expect(select(year(2026, 2027), year(2025, 2028), year(2027, 2027))).toBe('2025-2028');
    expect(select(year(2025, 2028), year(2026, 2027))).toBe('2025-2028');
    const unlimited = year(2020, 2027, { id: 'unlimited', validThrough: undefined });
    expect(select(year(2026, 2030), unlimited)).toBe('unlimited');
  });

  it('is a held one before a later one that was revoked', () => {
    expect(select(year(2026, 2027), year(2027, 2029, { revokedDate: '2027-02-01' }))).toBe('2026-2027');
  });

  it('is otherwise the last one that began', () => {
    expect(select(year(2020, 2026), year(2024, 2025), year(2022, 2023))).toBe('2024-2025');
    expect(select(year(2024, 2025), year(2020, 2026))).toBe('2024-2025');
    expect(select()).toBeUndefined();
  });
});
