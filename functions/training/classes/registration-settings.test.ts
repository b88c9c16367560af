// What must hold between the settings of a class's registration (docs/interface/training.md#registration-settings:
// early, standard, late).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSeats } from './class.ts';
import {
  applyRegistrationInput,
  computeSeatLimits,
  describeExceededLimits,
  validateRegistrationSettings,
} from './registration-settings.ts';
import { phaseAt } from './registration-window.ts';

const defaults = {
  offerHours: 48,
  pendingHoldsSeat: true,
  mayReapplyAfterDenial: true,
  waitlistSize: 0,
  reminderDays: [7, 1],
};
const zone = 'America/New_York';
const lastBegins = '2027-05-11T13:00:00.000Z';
const applyInput = (
  sent: Parameters<typeof applyRegistrationInput>[0],
  kept?: Parameters<typeof applyRegistrationInput>[1],
) => applyRegistrationInput(sent, kept, defaults, zone);
const validate = (sent: Parameters<typeof applyRegistrationInput>[0]) =>
  validateRegistrationSettings(applyInput(sent), lastBegins).map(({ target, code }) => `${target} ${code}`);

describe('registrationFrom', () => {
  it('is turned on as soon as anything is said, and off when nothing is', () => {
    expect(applyInput(undefined).isTurnedOn).toBe(false);
    expect(applyInput({}).isTurnedOn).toBe(true);
    expect(applyInput({ isTurnedOn: false, capacity: 3 }).isTurnedOn).toBe(false);
  });

  it('reads local times by the clocks of the class, and instants to the letter', () => {
    expect(applyInput({ opensAt: '2027-03-01T08:00', closesAt: '2027-04-01T08:00-04:00' })).toMatchObject({
      opensAt: '2027-03-01T13:00:00.000Z',
      closesAt: '2027-04-01T12:00:00.000Z',
    });
    // Clocks skip 02:30; the moment after is meant.
    expect(applyInput({ opensAt: '2027-03-14T02:30' }).opensAt).toBe('2027-03-14T07:00:00.000Z');
  });

  it('keeps what is not sent, of each phase too; null clears', () => {
    const kept = applyInput({
      capacity: 9,
      early: { endsAt: '2027-03-01T00:00Z', memberFee: 50 },
      standard: { memberFee: 70 },
    });
    const changed = applyInput({ early: { memberFee: 55 }, capacity: null }, kept);
    expect(changed).toMatchObject({
      early: { endsAt: '2027-03-01T00:00:00.000Z', memberFee: 55 },
      standard: { memberFee: 70 },
    });
    expect(changed.capacity).toBeUndefined();
    expect(applyInput({ early: null }, kept).early).toBeUndefined();
  });
});

describe('registrationFaults', () => {
  it.each([
    ['nothing', {}, []],
    [
      'closing before opening',
      { opensAt: '2027-04-01T00:00Z', closesAt: '2027-03-01T00:00Z' },
      ['registration.closesAt OUT_OF_RANGE'],
    ],
    ['opening after all', { opensAt: '2027-05-11T13:00Z' }, ['registration.opensAt OUT_OF_RANGE']],
    ['early without end', { early: {} }, ['registration.early.endsAt REQUIRED_FIELD']],
    ['late after a standard without end', { late: {} }, ['registration.standard.endsAt REQUIRED_FIELD']],
    [
      'phases out of order',
      { early: { endsAt: '2027-04-01T00:00Z' }, standard: { endsAt: '2027-03-01T00:00Z' }, late: {} },
      ['registration.standard.endsAt OUT_OF_RANGE'],
    ],
    [
      'phases outside of the whole',
      {
        opensAt: '2027-03-01T00:00Z',
        closesAt: '2027-04-01T00:00Z',
        early: { endsAt: '2027-02-01T00:00Z' },
        standard: { endsAt: '2027-04-02T00:00Z' },
      },
      ['registration.early.endsAt OUT_OF_RANGE', 'registration.standard.endsAt OUT_OF_RANGE'],
    ],
    [
      'limits that shrink or pass the capacity',
      {
        capacity: 20,
        early: { endsAt: '2027-03-01T00:00Z', memberSeats: 15 },
        standard: { memberSeats: 10, nonMemberSeats: 21 },
      },
      ['registration.standard.memberSeats OUT_OF_RANGE', 'registration.standard.nonMemberSeats OUT_OF_RANGE'],
    ],
  ])('%s', (_, sent, faults) => {
    expect(validate(sent)).toEqual(faults);
  });

  it('leaves phases that come in their order (any ends without fault)', () => {
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
        const isFaultless = validateRegistrationSettings(registration, lastBegins).length === 0;
        if (isFaultless !== early < standard) return false;
        if (!isFaultless) return true;
        const of = {
          registration,
          sessions: [],
          startsAt: lastBegins,
          endsAt: lastBegins,
          isCancelled: false,
        };
        const justBefore = (moment: string) => new Date(Date.parse(moment) - 1);
        return (
          phaseAt(of, justBefore(early)) === 'early' &&
          phaseAt(of, justBefore(standard)) === 'standard' &&
          phaseAt(of, new Date(standard)) === 'late'
        );
      }),
    );
  });
});

describe('seats that are taken', () => {
  const seats = { ...buildSeats(1), taken: 12, takenMember: 9, takenNonMember: 3 };

  it('are held against the most that any phase allows, with the numbers', () => {
    const limits = computeSeatLimits(
      applyInput({
        capacity: 11,
        early: { memberSeats: 2 },
        standard: { memberSeats: 8, nonMemberSeats: 3 },
      }),
    );
    expect(limits).toEqual({ ofAll: 11, member: 8, nonMember: Number.MAX_SAFE_INTEGER });
    expect(describeExceededLimits(limits, seats)).toEqual([
      "12 seats are taken, so there can't be only 11.",
      "9 seats are taken by members, so there can't be only 8.",
    ]);
  });

  it('fit where nothing limits them', () => {
    expect(describeExceededLimits(computeSeatLimits(applyInput({})), seats)).toEqual([]);
  });
});
