// The statuses of a registration and whether each holds a seat (registration.ts;
// docs/interface/training.md#class-registration).
import { describe, expect, it } from 'vitest';
import { buildClassItem } from '../../../../test/training/records/build-records.ts';
import { buildSeats, type ClassItem, type SeatsItem } from '../../classes/record/class.ts';
import { buildPayment } from '../record/payment.ts';
import {
  type Approval,
  liveStatuses,
  type RegistrationItem,
  type RegistrationStatus,
  transitions,
} from '../record/registration.ts';
import {
  acceptSeat,
  assertOffered,
  changeStatus,
  completeApproval,
  computeOfferExpiry,
  offerSeat,
  refreshClassDetails,
} from './status-change.ts';

const statuses = Object.keys(transitions) as RegistrationStatus[];
const moment = new Date('2027-03-01T12:00:00Z');
const action = { by: 'system', at: moment };
const registration = (status: RegistrationStatus): RegistrationItem => ({
  type: 'registration',
  id: 'r',
  classId: 'c',
  courseId: 'k',
  sectionName: 'Budget Basics',
  classStartsAt: '2027-04-01T16:00:00.000Z',
  memberId: 'm',
  memberName: 'Grace Whitehorse',
  kind: 'member',
  phase: 'standard',
  registrationType: 'Self',
  registeredBy: 'm',
  status,
  holdsSeat: !['Waitlisted', 'Denied', 'Cancelled', 'Expired', 'Transferred'].includes(status),
  confirmationNumber: '0000-0000',
  payment: { amountDue: 0, state: 'free' },
  history: [],
  version: 4,
  createdDate: moment.toISOString(),
  modifiedDate: moment.toISOString(),
  schemaVersion: 1,
});

it.each(statuses)('from %s only the statuses of the table follow, each recorded in the history', (from) => {
  for (const to of statuses) {
    const allowed: readonly string[] = transitions[from];
    if (from === to)
      expect(() => changeStatus(registration(from), to, action)).toThrow(/ is already [a-zA-Z]+\.$/);
    else if (!allowed.includes(to))
      expect(() => changeStatus(registration(from), to, action)).toThrow(/can't become/);
    else {
      const after = changeStatus(registration(from), to, { ...action, reason: 'Why' });
      expect(after).toMatchObject({ status: to, version: 5 });
      expect(after.history).toEqual([{ at: moment.toISOString(), from, to, by: 'system', reason: 'Why' }]);
    }
  }
});

it('an ended registration holds no seat, nor does a waitlisted one', () => {
  for (const from of statuses)
    for (const to of transitions[from]) {
      const { holdsSeat } = changeStatus(registration(from), to, action);
      const isLive = liveStatuses.some((live) => live === to);
      if (!isLive || to === 'Waitlisted') expect(holdsSeat, `${from} to ${to}`).toBe(false);
      else if (to !== 'PendingApproval') expect(holdsSeat, `${from} to ${to}`).toBe(true);
    }
});

it('an offer lasts its hours, and never ends after registration closes', () => {
  const of = (offerHours: number, closesAt: string) =>
    ({
      sessions: [{ startsAt: '2027-04-01T16:00:00.000Z' }],
      startsAt: '2027-04-01T16:00:00.000Z',
      registration: { offerHours, closesAt, standard: {} },
    }) as unknown as ClassItem;
  expect(computeOfferExpiry(of(48, '2027-03-20T00:00:00.000Z'), moment).toISOString()).toBe(
    '2027-03-03T12:00:00.000Z',
  );
  expect(computeOfferExpiry(of(48, '2027-03-02T00:00:00.000Z'), moment).toISOString()).toBe(
    '2027-03-02T00:00:00.000Z',
  );
  expect(computeOfferExpiry(of(2000, '2027-05-01T00:00:00.000Z'), moment).toISOString()).toBe(
    '2027-04-01T16:00:00.000Z',
  );
});

it('a change of status ends an offer, and only an end closes the payment', () => {
  const payment = buildPayment(100, 'CreditCard', 'USD', action);
  const offered = { ...registration('Offered'), payment, offerExpiresAt: '2027-03-03T12:00:00.000Z' };
  const confirmed = changeStatus(offered, 'Confirmed', action);
  expect(confirmed).toMatchObject({ payment, offerExpiresAt: undefined, modifiedDate: moment.toISOString() });
  expect(changeStatus(offered, 'Cancelled', action).payment).toMatchObject({ amountDue: 0, state: 'free' });
});

it.each([
  [true, 'PendingApproval', 'Confirmed', true],
  [false, 'Waitlisted', 'PendingApproval', false],
  [true, 'Waitlisted', 'PendingApproval', true],
  [true, 'PendingApproval', 'Waitlisted', false],
] as const)('one that holds a seat: %s, from %s to %s, holds one: %s', (holdsSeat, from, to, expected) => {
  expect(changeStatus({ ...registration(from), holdsSeat }, to, action).holdsSeat).toBe(expected);
});

it('names the registration in a refusal', () => {
  expect(() => changeStatus(registration('Confirmed'), 'Confirmed', action)).toThrow(
    'The registration 0000-0000 is already confirmed.',
  );
  expect(() => changeStatus(registration('Denied'), 'Confirmed', action)).toThrow(
    "The registration 0000-0000 is Denied; it can't become Confirmed.",
  );
});

it('has the name and the start of its class as they are now', () => {
  const item = { sectionName: 'Budgets II', startsAt: '2027-06-01T16:00:00.000Z' };
  expect(refreshClassDetails(registration('Confirmed'), item)).toEqual({
    ...registration('Confirmed'),
    ...{ sectionName: 'Budgets II', classStartsAt: '2027-06-01T16:00:00.000Z' },
  });
});

describe('an offer', () => {
  const offerExpiresAt = '2027-03-03T12:00:00.000Z';
  const offered = { ...registration('Offered'), offerExpiresAt };
  const check = (at: string, before: RegistrationItem = offered) =>
    assertOffered(before, new Date(at), 'America/Los_Angeles');

  it('can be answered until its end, and not at it', () => {
    check('2027-03-03T11:59:59.999Z');
    for (const at of [offerExpiresAt, '2027-03-03T12:00:00.001Z'])
      expect(() => check(at)).toThrow(
        'The offer to 0000-0000 ended on Wednesday, March 3, 2027 at 4:00 AM PST.',
      );
  });

  it.each([
    registration('Confirmed'),
    { ...registration('Waitlisted'), offerExpiresAt },
    registration('Offered'),
  ])('%#: is needed', (before) => {
    expect(() => check('2027-03-01T12:00:00Z', before)).toThrow(
      `The registration 0000-0000 is ${before.status}; no seat is offered to it.`,
    );
  });

  it('is made with its end and why', () => {
    const promotion = { at: moment.toISOString(), cause: 'RoomGrew' } as const;
    expect(offerSeat(registration('Waitlisted'), buildClassItem(), promotion, moment)).toMatchObject({
      ...{ status: 'Offered', holdsSeat: true, promotion, offerExpiresAt },
      history: [{ by: 'system', from: 'Waitlisted', to: 'Offered' }],
    });
  });
});

describe('an accepted seat', () => {
  const approval = { steps: [{}], current: 0 } as unknown as Approval;
  const approved = { steps: [{}], current: 1 } as unknown as Approval;
  const details = { attendanceMode: 'online' } as const;

  it('is confirmed without an approval, or with one that was given', () => {
    expect(acceptSeat(registration('Offered'), undefined, action, details)).toMatchObject({
      ...{ status: 'Confirmed', attendanceMode: 'online' },
    });
    const before = { ...registration('Offered'), approval: approved };
    expect(acceptSeat(before, approval, action).status).toBe('Confirmed');
  });

  it('is pending while an approval is needed, and holds the seat', () => {
    for (const before of [registration('Waitlisted'), { ...registration('Waitlisted'), approval }])
      expect(acceptSeat(before, approval, action, details)).toMatchObject({
        ...{ status: 'PendingApproval', holdsSeat: true, approval, attendanceMode: 'online' },
      });
  });
});

describe('the last approval', () => {
  const item = buildClassItem({ capacity: 1 });
  const complete = (holdsSeat: boolean, seats: Partial<SeatsItem>) =>
    completeApproval(
      { ...registration('PendingApproval'), holdsSeat },
      { item, seats: { ...buildSeats(4), ...seats } },
      action,
      { notes: 'Approved' },
    );
  const place = { kind: 'member', mode: undefined };

  it('confirms the seat that is held, whatever else is taken', () => {
    const { after, requirements } = complete(true, { taken: 9 });
    expect(after).toMatchObject({ status: 'Confirmed', holdsSeat: true, notes: 'Approved' });
    expect(requirements).toEqual([]);
  });

  it('confirms a seat that is free when it is committed', () => {
    const { after, requirements } = complete(false, {});
    expect(after).toMatchObject({ status: 'Confirmed', holdsSeat: true, notes: 'Approved' });
    expect(requirements).toEqual([{ kind: 'seat-free', place }]);
  });

  it('puts others on the waitlist since they registered, whatever its length', () => {
    const { after, requirements } = complete(false, { taken: 1 });
    expect(after).toMatchObject({ status: 'Waitlisted', waitlistedAt: after.createdDate, notes: 'Approved' });
    expect(requirements).toEqual([{ kind: 'wait', place, most: Number.MAX_SAFE_INTEGER }]);
  });
});
