// The statuses of a registration and whether each holds a seat (registration.ts;
// docs/interface/training.md#class-registration).
import { expect, it } from 'vitest';
import type { ClassItem } from '../classes/class.ts';
import {
  liveStatuses,
  type RegistrationItem,
  type RegistrationStatus,
  transitions,
} from './record/registration.ts';
import { changeStatus, computeOfferExpiry } from './status-change.ts';

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
