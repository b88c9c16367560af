// Why a registration is refused, in the order of the interface, and what it results in otherwise
// (docs/interface/training.md#class-registration, #eligibility).
import { describe, expect, it } from 'vitest';
import { buildClassItem } from '../../../../test/training/records/build-records.ts';
import {
  buildSeats,
  type ClassItem,
  type RegistrationSettings,
  type SeatsItem,
} from '../../classes/record/class.ts';
import type { Approval } from '../record/registration.ts';
import type { RegistrationContext } from './context.ts';
import {
  buildRefusal,
  countWaitlistPlaces,
  decideOutcome,
  listRefusalReasons,
  listRetakeWarnings,
} from './outcome.ts';

const now = new Date('2027-03-01T12:00:00Z');
const approval = { steps: [{}], current: 0 } as unknown as Approval;
const build = (
  registration: Partial<RegistrationSettings> = {},
  more: Partial<RegistrationContext> = {},
  seats: Partial<SeatsItem> = {},
  item: Partial<ClassItem> = {},
) =>
  ({
    item: buildClassItem(registration, item),
    seats: { ...buildSeats(4), ...seats },
    member: { id: 'm', firstName: 'Grace', lastName: 'Whitehorse' },
    ...{ kind: 'member', missingPrerequisites: [], claim: undefined, approval: undefined, retake: undefined },
    experience: { required: [], isBlocked: false, isDeclared: false },
    ...more,
  }) as unknown as RegistrationContext;
const list = (...args: Parameters<typeof build>) => listRefusalReasons(build(...args), now);
const full = { capacity: 1 };
const taken = { taken: 1 };

it('a registration that meets every rule is not refused', () => {
  expect(list()).toEqual([]);
});

it('one who is registered is refused', () => {
  expect(list({}, { claim: { registrationId: 'r' } as RegistrationContext['claim'] })).toEqual([
    {
      code: 'ALREADY_REGISTERED',
      message: 'Grace Whitehorse is already registered for Budget Basics.',
      remedy: 'Read the registration r; cancel it first if you want another.',
      target: 'memberId',
    },
  ]);
  expect(list({}, { claim: { denials: 0 } as RegistrationContext['claim'] })).toEqual([]);
});

it.each([
  [{}, { isCancelled: true }, 'Budget Basics is cancelled.', 'Choose another class of the course.'],
  [
    { isTurnedOn: false },
    {},
    'Registration for Budget Basics is not set up.',
    'Ask the organizer, or choose another class.',
  ],
  [
    { opensAt: '2027-03-01T17:00:00.000Z' },
    {},
    'Registration for Budget Basics is not open yet.',
    'Register from Monday, March 1, 2027 at 9:00 AM PST on.',
  ],
  [
    { closesAt: '2027-02-28T17:00:00.000Z' },
    {},
    'Registration for Budget Basics closed on Sunday, February 28, 2027 at 9:00 AM PST.',
    'Choose another class of the course.',
  ],
])('%#: a registration that is not open is refused', (registration, item, message, remedy) => {
  expect(list(registration, {}, {}, item)).toEqual([
    { code: 'REGISTRATION_CLOSED', message, remedy, target: 'classId' },
  ]);
});

it.each([
  [
    { missingPrerequisites: [{ type: 'Course', id: 'k', name: 'Ethics' }] },
    {
      ...{ rule: 'PREREQUISITE_MISSING', target: 'prerequisites', id: 'k' },
      message: 'Grace Whitehorse has not completed the course Ethics.',
      remedy: 'Complete Ethics first.',
    },
  ],
  [
    { missingPrerequisites: [{ type: 'Award', id: 'a', name: 'Clerk' }] },
    {
      ...{ rule: 'PREREQUISITE_MISSING', target: 'prerequisites', id: 'a' },
      message: 'Grace Whitehorse has no valid certification for Clerk.',
      remedy: 'Earn or renew Clerk first.',
    },
  ],
  [
    { experience: { required: [{ id: 'x', name: '2 years' }], isBlocked: false, isDeclared: false } },
    {
      ...{ rule: 'DECLARATION_REQUIRED', target: 'experienceDeclaration', id: 'x' },
      message: 'Budgets requires experience: 2 years.',
      remedy: 'Send experienceDeclaration, a statement of where and when it was gained.',
    },
  ],
  [
    { retake: { reason: 'Taken in 2026.', isRefused: true } },
    {
      ...{ rule: 'TAKEN_RECENTLY', target: 'classId', message: 'Taken in 2026.' },
      remedy: 'Choose a class of another course, or a later one.',
    },
  ],
  [
    { inactive: { message: 'Grace Whitehorse is no longer active.', remedy: 'Reactivate the person.' } },
    {
      ...{ rule: 'PERSON_INACTIVE', target: 'memberId', message: 'Grace Whitehorse is no longer active.' },
      remedy: 'Reactivate the person.',
    },
  ],
  [
    { kind: 'nonMember' },
    {
      ...{ rule: 'MEMBERS_ONLY', target: 'memberId' },
      message: 'Budget Basics is for members, and Grace Whitehorse belongs to no member organization.',
      remedy: 'Join through a member organization, or choose a class that is open to non-members.',
    },
  ],
  [
    { claim: { denials: 1 } },
    {
      ...{ rule: 'DENIED_BEFORE', target: 'memberId' },
      message: 'A registration of Grace Whitehorse for Budget Basics was denied before.',
      remedy: 'Choose another class of the course, or ask an approver.',
    },
  ],
] as const)('%#: one who is not eligible is refused: %j', (more, reason) => {
  const closed = { nonMembersAllowed: false, mayReapplyAfterDenial: false };
  const context = more as unknown as Partial<RegistrationContext>;
  expect(list(closed, context)).toEqual([{ code: 'NOT_ELIGIBLE', ...reason }]);
});

it('what the class allows does not refuse', () => {
  expect(list({}, { kind: 'nonMember' })).toEqual([]);
  expect(list({ nonMembersAllowed: false })).toEqual([]);
  expect(list({}, { claim: { denials: 1 } as RegistrationContext['claim'] })).toEqual([]);
  const retake = { reason: 'Taken in 2026.', isRefused: false };
  expect(list({}, { retake })).toEqual([]);
  expect(listRetakeWarnings(build({}, { retake }))).toEqual([{ code: 'NO_CREDITS', message: retake.reason }]);
  expect(listRetakeWarnings(build({}, { retake: { ...retake, isRefused: true } }))).toEqual([]);
  expect(listRetakeWarnings(build())).toEqual([]);
});

describe('a full class', () => {
  const remedy = 'Choose another class of the course, or try again later.';
  const refuse = (message: string, remedied = remedy) => [
    { code: 'CLASS_FULL', message, remedy: remedied, target: 'classId' },
  ];

  it('is refused without a waitlist, and with a full one', () => {
    expect(list(full, {}, taken)).toEqual(refuse('Budget Basics has no seat left.'));
    const waiting = { ...taken, waiting: 2, waitingMember: 2 };
    expect(list({ ...full, waitlistSize: 2 }, {}, waiting)).toEqual(
      refuse('Budget Basics has no seat left, and its waitlist is full.'),
    );
    expect(list({ ...full, waitlistSize: 3 }, {}, waiting)).toEqual([]);
  });

  it('is one whose free seats are being offered to the waitlist', () => {
    expect(list({ ...full, waitlistSize: 1 }, {}, { waiting: 1, waitingMember: 1 })).toEqual(
      refuse(
        'The free seats of Budget Basics are being offered to people on the waitlist, and its waitlist is full.',
      ),
    );
  });

  it('names the other way to attend where that has seats', () => {
    const separateSeats = { onSite: 1, online: 1, earlier: 'onSite' } as const;
    expect(list({ separateSeats }, { attendanceMode: 'onSite' }, { takenOnSite: 1 })).toEqual(
      refuse(
        'Budget Basics has no seat on site left.',
        'Register online, where seats are left, choose another class of the course, or try again later.',
      ),
    );
    expect(list({ separateSeats }, { attendanceMode: 'online' }, { takenOnSite: 1, takenOnline: 1 })).toEqual(
      refuse('Budget Basics has no seat online left.'),
    );
  });

  it('has no places on its waitlist once registration is closed', () => {
    const count = (registration: Partial<RegistrationSettings>, waiting: number) =>
      countWaitlistPlaces(build(registration, {}, { waiting }), now);
    expect(count({ waitlistSize: 3 }, 1)).toBe(2);
    expect(count({ waitlistSize: 3 }, 5)).toBe(0);
    expect(count({ waitlistSize: 3, closesAt: '2027-02-01T00:00:00.000Z' }, 1)).toBe(0);
  });
});

describe('the refusal', () => {
  const everything = build(
    { ...full, nonMembersAllowed: false, closesAt: '2027-02-01T00:00:00.000Z' },
    {
      ...{ kind: 'nonMember', claim: { registrationId: 'r' } as RegistrationContext['claim'] },
      retake: { reason: 'Taken in 2026.', isRefused: true },
    },
    taken,
  );

  it('lists every reason in the order of the interface', () => {
    expect(listRefusalReasons(everything, now).map(({ code }) => code)).toEqual([
      ...['ALREADY_REGISTERED', 'REGISTRATION_CLOSED', 'NOT_ELIGIBLE', 'NOT_ELIGIBLE', 'CLASS_FULL'],
    ]);
    expect(() => decideOutcome(everything, now)).toThrow(
      expect.objectContaining({ code: 'ALREADY_REGISTERED' }),
    );
  });

  it('has the code of the first, and each rule of that code as a detail', () => {
    const [, , first, second, last] = listRefusalReasons(everything, now);
    if (!first || !second || !last) throw new Error('Five reasons were expected');
    const failure = buildRefusal([first, second, last]);
    const texts = [
      'Taken in 2026. Choose a class of another course, or a later one.',
      'Budget Basics is for members, and Grace Whitehorse belongs to no member organization. Join through a member organization, or choose a class that is open to non-members.',
    ];
    expect(failure).toMatchObject({ code: 'NOT_ELIGIBLE', message: texts.join(' '), target: 'classId' });
    expect(failure.details).toEqual([
      { code: 'TAKEN_RECENTLY', message: texts[0], target: 'classId' },
      { code: 'MEMBERS_ONLY', message: texts[1], target: 'memberId' },
    ]);
    expect(buildRefusal([last]).details).toEqual([]);
  });
});

describe('the outcome', () => {
  const place = { kind: 'member', mode: undefined };
  const free = [{ kind: 'seat-free', place }];
  const decide = (context: RegistrationContext, override = {}) => decideOutcome(context, now, override);

  it('is a confirmed seat', () => {
    expect(decide(build())).toEqual({ status: 'Confirmed', holdsSeat: true, requirements: free });
  });

  it.each([true, false])('is pending while approval is needed, and holds a seat: %s', (pendingHoldsSeat) => {
    expect(decide(build({ pendingHoldsSeat }, { approval }))).toEqual({
      ...{ status: 'PendingApproval', holdsSeat: pendingHoldsSeat, requirements: free },
    });
  });

  it('is a place on the waitlist of a full class', () => {
    expect(decide(build({ ...full, waitlistSize: 3 }, { approval }, taken))).toEqual({
      ...{ status: 'Waitlisted', holdsSeat: false },
      requirements: [{ kind: 'wait', place, most: 3 }],
    });
  });
});

describe('an administrator', () => {
  const decide = (context: RegistrationContext, override = {}) => decideOutcome(context, now, override);
  const rules = { rules: true };
  const seats = { seats: true };

  it('passes dates, prerequisites and approval', () => {
    const closed = { closesAt: '2027-02-01T00:00:00.000Z', nonMembersAllowed: false };
    expect(decide(build(closed, { kind: 'nonMember', approval }), rules).status).toBe('Confirmed');
  });

  it('does not pass a second registration, a cancelled class, or the seats', () => {
    const refuse = (code: string) => expect.objectContaining({ code });
    const claim = { registrationId: 'r' } as RegistrationContext['claim'];
    for (const override of [rules, seats, { ...rules, ...seats }]) {
      expect(() => decide(build({}, { claim }), override)).toThrow(refuse('ALREADY_REGISTERED'));
      expect(() => decide(build({}, {}, {}, { isCancelled: true }), override)).toThrow(
        refuse('REGISTRATION_CLOSED'),
      );
    }
    expect(() => decide(build(full, {}, taken), rules)).toThrow(refuse('CLASS_FULL'));
  });

  it('passes the seats and the waitlist with an overbooking, and nothing else', () => {
    const given = { holdsSeat: true, requirements: [] };
    expect(decide(build({ ...full, waitlistSize: 3 }, {}, taken), seats)).toEqual({
      ...{ status: 'Confirmed', ...given },
    });
    expect(decide(build({ ...full, pendingHoldsSeat: false }, { approval }, taken), seats)).toEqual({
      ...{ status: 'PendingApproval', ...given },
    });
    expect(decide(build(full, { approval }, taken), { ...rules, ...seats }).status).toBe('Confirmed');
    expect(() => decide(build({ nonMembersAllowed: false }, { kind: 'nonMember' }), seats)).toThrow(
      expect.objectContaining({ code: 'NOT_ELIGIBLE' }),
    );
  });
});
