// When one can register, in which phase, and for whom there is room
// (docs/interface/training.md#registration-settings, #registration-state, #class-registration).
// Rules: docs/interface/training.md#registration-settings.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSeats, type RegistrationSettings, type SeatsItem } from './class.ts';
import {
  classState,
  getClosingTime,
  getFee,
  getWindowState,
  phaseAt,
  registrationState,
  seatsLeft,
} from './registration-window.ts';

const free = { memberFee: 0, nonMemberFee: 0 };
const settings = (more: Partial<RegistrationSettings> = {}): RegistrationSettings => ({
  isTurnedOn: true,
  nonMembersAllowed: true,
  standard: free,
  waitlistSize: 0,
  offerHours: 48,
  pendingHoldsSeat: true,
  mayReapplyAfterDenial: true,
  ...more,
});
const session = (day: string) => ({
  id: day,
  date: day,
  startTime: '09:00',
  endTime: '12:00',
  startsAt: `${day}T09:00:00.000Z`,
  endsAt: `${day}T12:00:00.000Z`,
});
const buildClass = (registration: Partial<RegistrationSettings> = {}, isCancelled = false) => ({
  registration: settings(registration),
  sessions: [session('2027-05-04'), session('2027-05-11')],
  startsAt: '2027-05-04T09:00:00.000Z',
  endsAt: '2027-05-11T12:00:00.000Z',
  isCancelled,
});
const seats = (more: Partial<SeatsItem> = {}): SeatsItem => ({ ...buildSeats(1), ...more });
const parseMoment = (moment: string) => new Date(moment);
const phasedClass = {
  opensAt: '2027-02-01T00:00:00.000Z',
  capacity: 40,
  early: { endsAt: '2027-03-01T00:00:00.000Z', memberSeats: 10, memberFee: 80, nonMemberFee: 120 },
  standard: { endsAt: '2027-04-01T00:00:00.000Z', memberSeats: 30, memberFee: 100, nonMemberFee: 150 },
  late: { memberFee: 140, nonMemberFee: 190 },
} as const;

describe('phases', () => {
  it.each([
    ['2027-02-28T23:59:59.999Z', 'early', 80, 120],
    ['2027-03-01T00:00:00.000Z', 'standard', 100, 150],
    ['2027-04-01T00:00:00.000Z', 'late', 140, 190],
    ['2027-05-01T00:00:00.000Z', 'late', 140, 190],
  ] as const)('at %s it is %s', (moment, phase, member, nonMember) => {
    expect(phaseAt(buildClass(phasedClass), parseMoment(moment))).toBe(phase);
    expect(getFee(buildClass(phasedClass), phase, 'member')).toBe(member);
    expect(getFee(buildClass(phasedClass), phase, 'nonMember')).toBe(nonMember);
  });

  it('are only those that the class has; after the last one has ended, it is the last', () => {
    const at = (registration: Partial<RegistrationSettings>) =>
      phaseAt(buildClass(registration), parseMoment('2027-03-10T00:00:00Z'));
    expect(at({})).toBe('standard');
    const ended = { ...free, endsAt: '2027-03-01T00:00:00.000Z' };
    expect(at({ early: ended, standard: ended })).toBe('standard');
    expect(at({ early: ended, standard: ended, late: ended })).toBe('late');
    expect(at({ early: { ...free, endsAt: '2027-03-11T00:00:00.000Z' } })).toBe('early');
  });

  it('follow each other and never go back (any two moments)', () => {
    const order = ['early', 'standard', 'late'];
    const moment = fc.date({
      min: parseMoment('2027-01-01'),
      max: parseMoment('2027-06-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, moment, (date, other) => {
        const [first, second] = date <= other ? [date, other] : [other, date];
        const window = buildClass(phasedClass);
        return order.indexOf(phaseAt(window, first)) <= order.indexOf(phaseAt(window, second));
      }),
    );
  });
});

describe('getWindowState', () => {
  it('closes when the last session starts, or at closesAt when that is earlier', () => {
    expect(getClosingTime(buildClass())).toEqual(parseMoment('2027-05-11T09:00:00Z'));
    expect(getClosingTime(buildClass({ closesAt: '2027-05-01T00:00:00.000Z' }))).toEqual(
      parseMoment('2027-05-01T00:00:00Z'),
    );
    expect(getClosingTime(buildClass({ closesAt: '2028-01-01T00:00:00.000Z' }))).toEqual(
      parseMoment('2027-05-11T09:00:00Z'),
    );
  });

  it('closes with the start of the class where no session is known', () => {
    const { sessions: _, ...window } = buildClass();
    expect(getClosingTime({ ...window, sessions: [] })).toEqual(parseMoment('2027-05-04T09:00:00Z'));
    const three = ['2027-05-04', '2027-05-11', '2027-05-18'].map(session);
    expect(getClosingTime({ ...window, sessions: three })).toEqual(parseMoment('2027-05-18T09:00:00Z'));
  });

  it('is on for a non-member while only they have seats', () => {
    const window = buildClass({ standard: { ...free, memberSeats: 0, nonMemberSeats: 1 } });
    const state = (taken: Partial<SeatsItem>) =>
      registrationState(window, seats(taken), parseMoment('2027-03-10'));
    expect(state({ takenMember: 5 })).toBe('Standard Registration On');
    expect(state({ takenMember: 0, takenNonMember: 1 })).toBe('Sold Out');
  });

  it('closes when a phase has ended and no later one follows', () => {
    const { late: _, ...phases } = phasedClass;
    expect(getWindowState(buildClass(phases), parseMoment('2027-03-31T23:59:59Z'))).toBe('open');
    expect(getWindowState(buildClass(phases), parseMoment('2027-04-01T00:00:00Z'))).toBe('closed');
    expect(registrationState(buildClass(phases), seats(), parseMoment('2027-04-02'))).toBe(
      'Registration Closed',
    );
    expect(getWindowState(buildClass(phasedClass), parseMoment('2027-04-02'))).toBe('open');
    const late = { ...phasedClass.late, endsAt: '2027-04-20T00:00:00.000Z' };
    expect(getClosingTime(buildClass({ ...phasedClass, late }))).toEqual(parseMoment(late.endsAt));
  });

  it.each([
    [{ isTurnedOn: false }, '2027-03-01', 'not set up'],
    [{ opensAt: '2027-03-02T00:00:00.000Z' }, '2027-03-01', 'scheduled'],
    [{ opensAt: '2027-03-01T00:00:00.000Z' }, '2027-03-01', 'open'],
    [{ closesAt: '2027-03-01T00:00:00.000Z' }, '2027-03-01', 'closed'],
    [{}, '2027-05-11T09:00:00Z', 'closed'],
  ])('of %o at %s is %s', (registration, moment, expected) => {
    expect(getWindowState(buildClass(registration), parseMoment(moment))).toBe(expected);
  });

  it('is closed for a cancelled class', () => {
    expect(getWindowState(buildClass({}, true), parseMoment('2027-03-01'))).toBe('closed');
  });
});

describe('registrationState', () => {
  it.each([
    ['2027-01-31', {}, 'Registration Scheduled'],
    ['2027-02-10', {}, 'Early Registration On'],
    ['2027-02-10', { taken: 10, takenMember: 10 }, 'Early Registration On'],
    ['2027-02-10', { taken: 40, takenMember: 10, takenNonMember: 30 }, 'Sold Out'],
    ['2027-03-10', { taken: 29, takenMember: 29 }, 'Standard Registration On'],
    ['2027-04-10', { taken: 39, takenMember: 39 }, 'Late Registration On'],
    ['2027-04-10', { taken: 40, takenMember: 40 }, 'Sold Out'],
    ['2027-05-12', {}, 'Registration Closed'],
  ] as const)('at %s with %o is %s', (moment, taken, state) => {
    expect(registrationState(buildClass(phasedClass), seats(taken), parseMoment(moment))).toBe(state);
  });

  it('reports a phase as sold out, instead of the class, when another phase follows', () => {
    const members = buildClass({ ...phasedClass, nonMembersAllowed: false });
    const state = (moment: string, takenMember: number) =>
      registrationState(members, seats({ taken: takenMember, takenMember }), parseMoment(moment));
    expect(state('2027-02-10', 10)).toBe('Early Sold Out');
    expect(state('2027-03-10', 30)).toBe('Standard Sold Out');
    expect(state('2027-04-10', 40)).toBe('Sold Out');
    // The last phase has fewer seats than the class.
    const late = buildClass({
      ...phasedClass,
      ...{ nonMembersAllowed: false, late: { ...phasedClass.late, memberSeats: 5 } },
    });
    const taken = seats({ taken: 5, takenMember: 5 });
    expect(registrationState(late, taken, parseMoment('2027-04-10'))).toBe('Sold Out');
  });

  it('is sold out although another phase follows, when all seats are taken', () => {
    const state = (moment: string) =>
      registrationState(buildClass(phasedClass), seats({ taken: 40 }), parseMoment(moment));
    expect(state('2027-02-10')).toBe('Sold Out');
    expect(state('2027-03-10')).toBe('Sold Out');
    expect(registrationState(buildClass({ isTurnedOn: false }), seats(), parseMoment('2027-03-10'))).toBe(
      'Registration Not Setup',
    );
  });

  it('is on exactly when there is a seat for somebody (any settings and seats)', () => {
    const limit = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });
    const anySettings = fc.record({
      capacity: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      nonMembersAllowed: fc.boolean(),
      standard: fc.record({
        memberSeats: limit,
        nonMemberSeats: limit,
        memberFee: fc.constant(0),
        nonMemberFee: fc.constant(0),
      }),
    });
    const taken = fc.tuple(fc.nat(12), fc.nat(12));
    fc.assert(
      fc.property(anySettings, taken, (registration, [takenMember, takenNonMember]) => {
        const window = buildClass(registration);
        const counters = seats({ taken: takenMember + takenNonMember, takenMember, takenNonMember });
        const isOn = registrationState(window, counters, parseMoment('2027-03-01')).endsWith('On');
        const findsSeat =
          seatsLeft(window, counters, 'standard', 'member') > 0 ||
          (registration.nonMembersAllowed && seatsLeft(window, counters, 'standard', 'nonMember') > 0);
        return isOn === findsSeat;
      }),
    );
  });
});

describe('seatsLeft', () => {
  it('is of the limit of the kind and of all', () => {
    const window = buildClass({ capacity: 10, standard: { ...free, memberSeats: 6, nonMemberSeats: 3 } });
    const taken = seats({ taken: 5, takenMember: 4, takenNonMember: 1 });
    expect(seatsLeft(window, taken, 'standard', 'member')).toBe(2);
    expect(seatsLeft(window, taken, 'standard', 'nonMember')).toBe(2);
    expect(seatsLeft(window, { ...taken, taken: 9 }, 'standard', 'member')).toBe(1);
    expect(seatsLeft(window, seats({ takenMember: 7 }), 'standard', 'member')).toBe(0);
  });

  it('is of a phase that the class does not have that of the standard phase', () => {
    expect(seatsLeft(buildClass({ standard: { ...free, memberSeats: 6 } }), seats(), 'late', 'member')).toBe(
      6,
    );
  });

  it('is of one way to attend, or of both, where seats are separate', () => {
    const window = buildClass({ separateSeats: { onSite: 5, online: 3, earlier: 'onSite' } });
    const taken = seats({ takenOnSite: 4, takenOnline: 1 });
    expect(seatsLeft(window, taken, 'standard', 'member', 'onSite')).toBe(1);
    expect(seatsLeft(window, taken, 'standard', 'member', 'online')).toBe(2);
    expect(seatsLeft(window, taken, 'standard', 'member')).toBe(3);
    expect(seatsLeft(window, seats({ takenOnSite: 6, takenOnline: 1 }), 'standard', 'member')).toBe(2);
    const { takenOnSite: _, takenOnline: __, ...earlier } = seats();
    expect(seatsLeft(window, earlier, 'standard', 'member', 'onSite')).toBe(5);
    const open = buildClass({ separateSeats: { onSite: 5, earlier: 'onSite' } });
    expect(seatsLeft(open, seats(), 'standard', 'member')).toBe(Number.POSITIVE_INFINITY);
    expect(seatsLeft(open, seats(), 'standard', 'member', 'onSite')).toBe(5);
  });
  it('is the limit less the seats taken: 40 less 11 are 29', () => {
    const window = buildClass({ standard: { ...free, memberSeats: 40 } });
    expect(seatsLeft(window, seats({ taken: 11, takenMember: 11 }), 'standard', 'member')).toBe(29);
  });

  it('is never below 0, and is Infinity without limits', () => {
    expect(seatsLeft(buildClass({ capacity: 2 }), seats({ taken: 3 }), 'standard', 'member')).toBe(0);
    expect(seatsLeft(buildClass(), seats({ taken: 999 }), 'standard', 'member')).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

it.each([
  ['2027-05-04T08:59:59Z', false, 'Upcoming'],
  ['2027-05-04T09:00:00Z', false, 'In Progress'],
  ['2027-05-11T12:00:00Z', false, 'Completed'],
  ['2027-05-04T08:00:00Z', true, 'Cancelled'],
])('classState at %s, cancelled %s, is %s', (moment, isCancelled, state) => {
  expect(classState(buildClass({}, isCancelled), parseMoment(moment))).toBe(state);
});
