// Timers run by a tenant's clock: reminders, changes and cancellations notify every registrant once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClassItem } from '../../../functions/training/classes/record/class.ts';
import {
  buildReminderChanges,
  notifyRegistrants,
} from '../../../functions/training/classes/record/class-timers.ts';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { rules } from '../../../functions/training/jobs/run-timers/rules.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import type { PersonItem } from '../../../shared/directory/people/person-store.ts';
import { setTimer } from '../../../shared/schedule/timers.ts';
import {
  day,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';
import { mailsTo } from '../settings/notification-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(() => fixture.platform.stop());

/** The notifications of people in the app, per person, in order. */
async function messagesOf(people: readonly Pick<PersonItem, 'id'>[]): Promise<string[][]> {
  const { platform } = fixture;
  return Promise.all(
    people.map(async ({ id }) => {
      const token = await platform.tokenFor({ tenant: 'demo', personId: id });
      const options = { tenant: 'demo', token };
      const { body } = await platform.call('GET', 'training', '/api/v1/Notifications?pageSize=200', options);
      return body.map(({ kind, message }: Record<string, string>) => `${kind}: ${message}`);
    }),
  );
}

const only = (messages: readonly string[][], kind: string) =>
  messages.map((own) => own.filter((text) => text.startsWith(`${kind}:`)));

/** Runs the timers that are due and then sends their notifications, in two runs that are a minute apart. */
async function runTwice(milliseconds: number): Promise<void> {
  await fixture.moveClock(milliseconds);
  await runTimers();
  await fixture.moveClock(milliseconds + 70_000);
  await runTimers();
  await fixture.moveClock(0);
}

const createRemindedClass = async (more: Partial<ClassItem> = {}): Promise<ClassItem> => {
  const item = await fixture.changeClass(
    await fixture.createClass({ startsIn: 30 * day }),
    {},
    {
      reminderDays: [7, 1],
      ...more,
    },
  );
  await commit(buildReminderChanges(fixture.store, undefined, item, new Date()));
  return item;
};

it('every kind of timer that is set has a rule', () => {
  expect(Object.keys(rules).toSorted()).toEqual([
    'approval-escalates',
    'award-complete',
    'awarding',
    'certification-expires',
    'certification-expiring',
    'class-cancelled',
    'class-changed',
    'class-reminder',
    'evaluation-opens',
    'evaluation-released',
    'invoice-overdue',
    'offer-expires',
    'offer-expiring',
    'person-leaves',
    'person-renamed',
    'promote-waitlist',
    'waitlist-closes',
  ]);
});

describe('a class', () => {
  it('reminds everyone with a seat 7 days and a day before it starts, each once', async () => {
    const item = await createRemindedClass();
    const [seated, cancelled] = await fixture.createPeople(2);
    if (!seated || !cancelled) throw new Error('two people');
    await fixture.registerMember(item.id, seated.id);
    const id = await fixture.registerMember(item.id, cancelled.id);
    await fixture.post(`/${id}/Cancel`, {});
    await runTwice(23.5 * day);
    const afterAWeek = only(await messagesOf([seated, cancelled]), 'classReminder');
    expect(afterAWeek).toEqual([[expect.stringContaining(item.sectionName)], []]);
    await runTwice(23.5 * day);
    expect(only(await messagesOf([seated]), 'classReminder')[0]).toHaveLength(1);
    await runTwice(29.5 * day);
    expect(only(await messagesOf([seated]), 'classReminder')[0]).toHaveLength(2);
    await runTwice(31 * day);
    expect(only(await messagesOf([seated]), 'classReminder')[0]).toHaveLength(2);
  });

  it('is described in notifications with its time and place, in its time zone, and with what is still due', async () => {
    const item = await createRemindedClass({
      timeZone: 'America/New_York',
      startsAt: '2031-03-03T14:00:00.000Z',
    });
    const email = 'reader@example.org';
    const [person] = await fixture.createPeople(1);
    if (!person) throw new Error('a person');
    await commit([
      update(fixture.store.key<PersonItem>(`PERSON#${person.id}`, 'PERSON'), {
        set: { email, firstName: 'Kira' },
      }),
    ]);
    await fixture.registerMember(item.id, person.id);
    const now = new Date();
    await commit([setTimer(fixture.store, { kind: 'class-reminder', subject: `${item.id}#7`, dueAt: now })]);
    await runTwice(0);
    const mails = await mailsTo(fixture.store, email);
    const reminder = mails.find(({ subject }) => subject === `Coming up: ${item.sectionName}`);
    expect(reminder?.text).toMatch(/^Hello Kira,\n\nA reminder of your class:\n/);
    expect(reminder?.text).toContain('Begins: Monday, March 3, 2031 at 9:00 AM EST\n');
    expect(reminder?.text).toContain('Still due: $100.00\n');
    const confirmed = mails.find(({ subject }) => subject === `See you in class: ${item.sectionName}`);
    expect(confirmed?.text).toContain(`Begins: Monday, March 3, 2031 at 9:00 AM EST\n`);
    expect(confirmed?.text).toContain('Place: ');
    expect(reminder?.text).not.toMatch(/[{}]|undefined/);
  });

  it('with a waitlist notifies the people on it of their position and of the place of the class', async () => {
    const item = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
    const people = await fixture.createPeople(3);
    for (const { id } of people) {
      const email = `${id}@example.org`;
      await commit([update(fixture.store.key<PersonItem>(`PERSON#${id}`, 'PERSON'), { set: { email } })]);
      await fixture.registerMember(item.id, id);
    }
    await runTwice(0);
    const [, , last] = people;
    const [mail] = await mailsTo(fixture.store, `${last?.id}@example.org`);
    expect(mail?.subject).toBe(`On the waitlist: ${item.sectionName}`);
    expect(mail?.text).toContain('Your position on the waitlist: 2\n');
    expect(mail?.text).toContain('Place: ');
  });

  it('that changes notifies everyone with a seat or on the waitlist once, also a hundred people, in pages', async () => {
    const item = await fixture.createClass({ registration: { capacity: 95, waitlistSize: 10 } });
    const people = await fixture.createPeople(100);
    const { body } = await fixture.post('/Bulk', { classId: item.id, memberIds: people.map(({ id }) => id) });
    expect(body).toMatchObject({ confirmed: 95, waitlisted: 5, refused: 0 });
    await commit([notifyRegistrants(fixture.store, 'class-changed', item, new Date())]);
    await Promise.all([runTimers(), runTimers()]);
    await runTwice(0);
    const received = only(await messagesOf(people), 'classChanged');
    expect(received.filter((own) => own.length === 1)).toHaveLength(100);
  });

  it('that is cancelled sends a notification of the cancellation only, not of a change, and no reminder', async () => {
    const item = await createRemindedClass();
    const people = await fixture.createPeople(2);
    for (const { id } of people) await fixture.registerMember(item.id, id);
    await fixture.changeClass(item, {}, { isCancelled: true });
    await commit([
      notifyRegistrants(fixture.store, 'class-cancelled', item, new Date()),
      notifyRegistrants(fixture.store, 'class-changed', item, new Date()),
    ]);
    await runTwice(0);
    await runTwice(23.5 * day);
    for (const own of await messagesOf(people)) {
      const kinds = own.map((text) => text.split(':', 1)[0]);
      expect(kinds).toEqual(['classCancelled', 'registrationConfirmed']);
    }
  });
});

describe('a suspended tenant', () => {
  it('runs no timers until it is active again', async () => {
    const item = await createRemindedClass();
    const [person] = await fixture.createPeople(1);
    if (!person) throw new Error('a person');
    await fixture.registerMember(item.id, person.id);
    const status = (to: 'active' | 'suspended') =>
      commit([update(tenantKey(fixture.store), { set: { status: to } })]);
    await status('suspended');
    await runTwice(23.5 * day);
    await status('active');
    expect(only(await messagesOf([person]), 'classReminder')).toEqual([[]]);
    await runTwice(23.5 * day);
    expect(only(await messagesOf([person]), 'classReminder')[0]).toHaveLength(1);
  });
});
