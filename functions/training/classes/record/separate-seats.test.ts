// Seats on site and online (docs/interface/training.md#separate-seats).
import { describe, expect, it } from 'vitest';
import { buildClassItem } from '../../../../test/training/records/build-records.ts';
import { chooseAttendanceMode, findCreditMode, getAttendanceMode, getModeLimit } from './separate-seats.ts';

const separate = buildClassItem({ separateSeats: { onSite: 10, earlier: 'online' } });
const common = buildClassItem();

it('a registration attends as it says, or as the class took place before its seats were separate', () => {
  expect(getAttendanceMode(separate, { attendanceMode: 'onSite' })).toBe('onSite');
  expect(getAttendanceMode(separate, {})).toBe('online');
  expect(getAttendanceMode(common, { attendanceMode: 'onSite' })).toBeUndefined();
});

it('each is unlimited when it has no limit', () => {
  expect(getModeLimit(separate.registration, 'onSite')).toBe(10);
  expect(getModeLimit(separate.registration, 'online')).toBe(Number.MAX_SAFE_INTEGER);
  expect(getModeLimit(common.registration, 'onSite')).toBe(Number.MAX_SAFE_INTEGER);
});

it.each([
  ['onlocation', 'onSite'],
  ['online', 'online'],
  ['onlocationandonline', undefined],
] as const)('credits of a class %s are earned %s', (locationType, mode) => {
  expect(findCreditMode({ ...common, locationType }, {})).toBe(mode);
});

it('credits of a class with separate seats are earned as the registration attends', () => {
  const both = { ...separate, locationType: 'onlocationandonline' } as const;
  expect(findCreditMode(both, { attendanceMode: 'onSite' })).toBe('onSite');
  expect(findCreditMode(both, {})).toBe('online');
});

describe('a new registration', () => {
  it('attends on site by default', () => {
    expect(chooseAttendanceMode(separate, undefined)).toBe('onSite');
    expect(chooseAttendanceMode(separate, 'online')).toBe('online');
    expect(chooseAttendanceMode(common, undefined)).toBeUndefined();
  });

  it('does not choose where seats are not separate', () => {
    const message =
      "attendanceMode can't be chosen for Budget Basics, which has no separate seats on site and online; leave it out.";
    expect(() => chooseAttendanceMode(common, 'onSite')).toThrow(
      expect.objectContaining({
        message,
        details: [{ code: 'NOT_ALLOWED', message, target: 'attendanceMode' }],
      }),
    );
  });
});
