// What must hold between the settings of a class's registration (docs/interface/training.md#registration-settings:
// early, standard, late).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSeats } from '../record/class.ts';
import { phaseAt } from '../record/registration-window.ts';
import {
  applyRegistrationInput,
  computeSeatLimits,
  describeExceededLimits,
  validateRegistrationSettings,
} from './registration-settings.ts';

const defaults = {
  offerHours: 48,
  pendingHoldsSeat: true,
  mayReapplyAfterDenial: true,
  waitlistSize: 0,
  reminderDays: [7, 1],
};
const zone = 'America/New_York';
const lastStart = '2027-05-11T13:00:00.000Z';
const applyInput = (
  input: Parameters<typeof applyRegistrationInput>[0],
  current?: Parameters<typeof applyRegistrationInput>[1],
) => applyRegistrationInput(input, current, defaults, { timeZone: zone });
const validate = (input: Parameters<typeof applyRegistrationInput>[0]) =>
  validateRegistrationSettings(applyInput(input), { lastStart, locationType: 'onlocation' }).map(
    ({ target, code }) => `${target} ${code}`,
  );

describe('applyRegistrationInput', () => {
  it('turns registration on for any input, and leaves it off without input', () => {
    expect(applyInput(undefined).isTurnedOn).toBe(false);
    expect(applyInput({}).isTurnedOn).toBe(true);
    expect(applyInput({ isTurnedOn: false, capacity: 3 }).isTurnedOn).toBe(false);
  });

  it('reads local times in the time zone of the class, and instants with an offset unchanged', () => {
    expect(applyInput({ opensAt: '2027-03-01T08:00', closesAt: '2027-04-01T08:00-04:00' })).toMatchObject({
      opensAt: '2027-03-01T13:00:00.000Z',
      closesAt: '2027-04-01T12:00:00.000Z',
    });
    // Clocks skip 02:30; the moment after is meant.
    expect(applyInput({ opensAt: '2027-03-14T02:30' }).opensAt).toBe('2027-03-14T07:00:00.000Z');
  });

  it('keeps fields that are not sent, also within a phase; null clears', () => {
    const current = applyInput({
      capacity: 9,
      early: { endsAt: '2027-03-01T00:00Z', memberFee: 50 },
      standard: { memberFee: 70 },
    });
    const changed = applyInput({ early: { memberFee: 55 }, capacity: null }, current);
    expect(changed).toMatchObject({
      early: { endsAt: '2027-03-01T00:00:00.000Z', memberFee: 55 },
      standard: { memberFee: 70 },
    });
    expect(changed.capacity).toBeUndefined();
    expect(applyInput({ early: null }, current).early).toBeUndefined();
  });
});

describe('validateRegistrationSettings', () => {
  it.each([
    ['no settings', {}, []],
    [
      'closing before opening',
      { opensAt: '2027-04-01T00:00Z', closesAt: '2027-03-01T00:00Z' },
      ['registration.closesAt OUT_OF_RANGE'],
    ],
    [
      'opening after the last session',
      { opensAt: '2027-05-11T13:00Z' },
      ['registration.opensAt OUT_OF_RANGE'],
    ],
    ['early without end', { early: {} }, ['registration.early.endsAt REQUIRED_FIELD']],
    ['late after a standard without end', { late: {} }, ['registration.standard.endsAt REQUIRED_FIELD']],
    [
      'phases out of order',
      { early: { endsAt: '2027-04-01T00:00Z' }, standard: { endsAt: '2027-03-01T00:00Z' }, late: {} },
      ['registration.standard.endsAt OUT_OF_RANGE'],
    ],
    [
      'phases outside of the registration period',
      {
        opensAt: '2027-03-01T00:00Z',
        closesAt: '2027-04-01T00:00Z',
        early: { endsAt: '2027-02-01T00:00Z' },
        standard: { endsAt: '2027-04-02T00:00Z' },
      },
      ['registration.early.endsAt OUT_OF_RANGE', 'registration.standard.endsAt OUT_OF_RANGE'],
    ],
    [
      'limits that decrease or exceed the capacity',
      {
        capacity: 20,
        early: { endsAt: '2027-03-01T00:00Z', memberSeats: 15 },
        standard: { memberSeats: 10, nonMemberSeats: 21 },
      },
      ['registration.standard.memberSeats OUT_OF_RANGE', 'registration.standard.nonMemberSeats OUT_OF_RANGE'],
    ],
  ])('%s', (_, input, errors) => {
    expect(validate(input)).toEqual(errors);
  });

  it('accepts phases exactly when their ends are in order (any ends)', () => {
    const end = fc
      .date({ min: new Date('2027-01-01'), max: new Date('2027-05-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(end, end, (early, standard) => {
        const registration = applyInput({
          early: { endsAt: early },
          standard: { endsAt: standard },
          late: {},
        });
        const isValid =
          validateRegistrationSettings(registration, { lastStart, locationType: 'onlocation' }).length === 0;
        if (isValid !== early < standard) return false;
        if (!isValid) return true;
        const window = {
          registration,
          sessions: [],
          startsAt: lastStart,
          endsAt: lastStart,
          isCancelled: false,
        };
        const justBefore = (moment: string) => new Date(Date.parse(moment) - 1);
        return (
          phaseAt(window, justBefore(early)) === 'early' &&
          phaseAt(window, justBefore(standard)) === 'standard' &&
          phaseAt(window, new Date(standard)) === 'late'
        );
      }),
    );
  });
});

describe('describeExceededLimits', () => {
  const seats = { ...buildSeats(1), taken: 12, takenMember: 9, takenNonMember: 3 };

  it('compares the taken seats with the highest limit of all phases and gives the numbers', () => {
    const limits = computeSeatLimits(
      applyInput({
        capacity: 11,
        early: { memberSeats: 2 },
        standard: { memberSeats: 8, nonMemberSeats: 3 },
      }),
    );
    expect(limits).toMatchObject({ total: 11, member: 8, nonMember: Number.MAX_SAFE_INTEGER });
    expect(describeExceededLimits(limits, seats)).toEqual([
      '12 seats are taken, which is more than 11.',
      '9 seats are taken by members, which is more than 8.',
    ]);
  });

  it('says "seat" of one and "seats" of several', () => {
    const limits = { total: 0, member: 9, nonMember: 9, onSite: 9, online: 9 };
    expect(describeExceededLimits(limits, { ...seats, taken: 1 })).toEqual([
      '1 seat is taken, which is more than 0.',
    ]);
  });

  it('is empty when nothing limits the seats', () => {
    expect(describeExceededLimits(computeSeatLimits(applyInput({})), seats)).toEqual([]);
  });
});
