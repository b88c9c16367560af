// Calendar entries in mails about registrations, as calendar programs read them: ical.js and node-ical (RFC 5545, 5546, 6047;
// docs/interface/training.md#calendar-entries-in-mails).
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deliverMessage } from '../../../functions/training/jobs/deliver-notifications/deliver-message.ts';
import { listDueMessages } from '../../../functions/training/notifications/notification-message.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { unpackParts } from '../../../shared/mail/mail-parts.ts';
import type { OutboxItem } from '../../../shared/mail/outbox.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';
import { mailsTo } from './notification-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const sender = 'a-long-address-of-the-office@training.alder-county.example.org';
const morning = { date: '2030-05-07', startTime: '09:00', endTime: '12:00' };
const evening = { date: '2030-05-08', startTime: '18:00', endTime: '20:00', title: 'Practice; with cases' };

async function call(method: string, path: string, body: object) {
  const reply = await fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}
const createClass = (sessions: readonly object[] = [morning], more: object = {}) =>
  call('POST', '/Classes', {
    ...{ sectionName: 'Road Budgets, Spring', courseId: fixture.platform.demo.values.courseId, sessions },
    ...{ timeZone: 'America/New_York', registration: { standard: { memberFee: 120 } }, ...more },
  });

/** Somebody with a mail address. */
async function createMember() {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('There is no person');
  const email = `member-${person.id}@example.org`;
  await commit([update(personKey(fixture.store, person.id), { set: { email, firstName: 'Zoë "Z"' } })]);
  return { id: person.id, email };
}

/** Delivers every message that waits, as the job does, and returns the mails to an address. */
async function deliver(email: string): Promise<OutboxItem[]> {
  const later = new Date(Date.now() + 40 * 365 * 24 * 3600_000);
  for (const item of await listDueMessages(fixture.store, later, 500))
    await deliverMessage(fixture.store, item, new Date(), new Date());
  return (await mailsTo(fixture.store, email)).sort((a, b) => a.createdAt - b.createdAt);
}

/** The calendar entries of a mail, as ical.js reads them. */
async function readEntries({ parts }: OutboxItem) {
  const unpacked = parts ? await unpackParts(parts, sender) : [];
  return unpacked.map(({ name, contentType, content }) => {
    const calendar = new ICAL.Component(ICAL.parse(content));
    const [component, ...others] = calendar.getAllSubcomponents('vevent');
    if (!component || others.length > 0) throw new Error('A message has one entry');
    const event = new ICAL.Event(component);
    return {
      ...{ name, contentType, content, component, event },
      method: calendar.getFirstPropertyValue('method'),
      status: component.getFirstPropertyValue('status'),
      sequence: event.sequence,
    };
  });
}
type Entry = Awaited<ReturnType<typeof readEntries>>[number];

const findKind = async (email: string, subject: RegExp) => {
  const mail = (await deliver(email)).findLast((each) => subject.test(each.subject));
  if (!mail) throw new Error(`There is no mail ${subject}`);
  return { mail, entries: await readEntries(mail) };
};

describe('the mail of a confirmed registration', () => {
  it('has the session as another form of the mail and as a file, with the organizer and the attendee', async () => {
    const member = await createMember();
    const item = await createClass();
    await fixture.registerMember(item.id, member.id);
    const { mail, entries } = await findKind(member.email, /See you in class/);
    expect(entries.map(({ name, contentType }) => [name, contentType])).toEqual([
      [undefined, 'text/calendar; charset=utf-8; method=REQUEST'],
      ['invitation.ics', 'application/ics'],
    ]);
    const [shown, file] = entries;
    expect(file?.content).toBe(shown?.content);
    expect(mail.text).toMatch(/\n\nThe attached file has the class for your calendar\.\n$/);
    expect(mail.html).toContain('The attached file has the class for your calendar.');
    expect([shown?.method, shown?.status]).toEqual(['REQUEST', 'CONFIRMED']);
    expect(shown?.event.organizer).toBe(`mailto:${sender}`);
    const attendee = shown?.component.getFirstProperty('attendee');
    expect(String(attendee?.getFirstValue()).toLowerCase()).toBe(`mailto:${member.email}`);
    expect(attendee?.getParameter('partstat')).toBe('ACCEPTED');
    expect(attendee?.getParameter('cn')).toMatch(/^Zoë 'Z' Person/);
    expect(shown?.event.startDate.toString()).toBe('2030-05-07T09:00:00');
  });

  it('is read by another reader with the same times, and has no line longer than 75 octets but that of the sender', async () => {
    const member = await createMember();
    const item = await createClass();
    await fixture.registerMember(item.id, member.id);
    const { entries } = await findKind(member.email, /See you in class/);
    const [{ content } = expect.fail('There is no entry')] = entries;
    const read = Object.values(nodeIcal.sync.parseICS(content)).find(
      (entry): entry is VEvent => entry?.type === 'VEVENT',
    );
    expect(read?.start.toISOString()).toBe(item.sessions[0].startsAt);
    expect(read?.end?.toISOString()).toBe(item.sessions[0].endsAt);
    expect(read?.method).toBe('REQUEST');
    const lines = content.split('\r\n').filter((line) => Buffer.byteLength(line) > 75);
    expect(lines).toEqual([]);
    expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('has every session of the class, each as a message of its own with one UID', async () => {
    const member = await createMember();
    const item = await createClass([morning, evening]);
    await fixture.registerMember(item.id, member.id);
    const { mail, entries } = await findKind(member.email, /See you in class/);
    expect(entries.map(({ name, contentType }) => [name, contentType])).toEqual([
      ['session-1-of-2.ics', 'text/calendar; charset=utf-8; method=REQUEST'],
      ['session-2-of-2.ics', 'text/calendar; charset=utf-8; method=REQUEST'],
    ]);
    expect(new Set(entries.map(({ event }) => event.uid)).size).toBe(2);
    expect(entries[1]?.event.description).toContain('Practice; with cases');
    expect(entries[1]?.event.summary).toBe('Road Budgets, Spring (2 of 2)');
    expect(mail.text).toContain('The 2 attached files have the sessions for your calendar, one each.');
  });

  it('has none while the registration waits, and none for a person without a seat who cancels', async () => {
    const item = await createClass([morning], {
      registration: { capacity: 1, waitlistSize: 3, standard: { memberFee: 120 } },
    });
    await fixture.registerMember(item.id, (await createMember()).id);
    const member = await createMember();
    const { body } = await fixture.register(item.id, member.id);
    expect(body.status).toBe('Waitlisted');
    await fixture.post(`/${body.registrationId}/Cancel`, {});
    const mails = await deliver(member.email);
    expect(mails.map(({ parts }) => parts)).toEqual([undefined, undefined]);
  });
});

/** Registers a member for a class of two sessions; returns the entries of the confirmation. */
async function registerForTwo() {
  const member = await createMember();
  const item = await createClass([morning, evening]);
  const registrationId = await fixture.registerMember(item.id, member.id);
  const { entries } = await findKind(member.email, /See you in class/);
  return { member, item, registrationId, entries };
}
const runTimers = async () => fixture.runTimers(await fixture.moveClock(1000));
const uids = (entries: readonly Entry[]) => entries.map(({ event }) => event.uid);

describe('the mail of a change', () => {
  it('moves a session under its UID with a higher SEQUENCE, and cancels one that is gone', async () => {
    const { member, item, entries: before } = await registerForTwo();
    const [first] = item.sessions;
    await call('PUT', `/Classes/${item.id}`, {
      sessions: [{ ...morning, id: first.id, startTime: '08:00' }],
    });
    await runTimers();
    const { mail, entries } = await findKind(member.email, /Changed/i);
    expect(entries.map(({ method, status }) => [method, status])).toEqual([
      ['REQUEST', 'CONFIRMED'],
      ['CANCEL', 'CANCELLED'],
    ]);
    expect(uids(entries)).toEqual(uids(before));
    expect(entries.every(({ sequence }) => sequence > (before[0]?.sequence ?? 0))).toBe(true);
    expect(entries[0]?.event.startDate.toString()).toBe('2030-05-07T08:00:00');
    expect(mail.text).toContain(
      'The attached files update your calendar: 1 session takes place, 1 no longer does.',
    );
  });
});

describe('the mail of a registration or a class that ends', () => {
  const expectCancelled = (entries: readonly Entry[], before: readonly Entry[]) => {
    expect(entries.map(({ method, status }) => [method, status])).toEqual(
      before.map(() => ['CANCEL', 'CANCELLED']),
    );
    expect(uids(entries)).toEqual(uids(before));
    for (const { event, sequence } of entries) {
      expect(sequence).toBeGreaterThan(before[0]?.sequence ?? 0);
      expect(event.organizer).toBe(`mailto:${sender}`);
      expect(event.summary).toMatch(/^Cancelled: /);
      expect(event.attendees).toHaveLength(1);
    }
  };

  it('cancels the entries of a cancelled registration, and who registers again gets others', async () => {
    const { member, item, registrationId, entries: before } = await registerForTwo();
    await fixture.post(`/${registrationId}/Cancel`, {});
    const { mail, entries } = await findKind(member.email, /Cancelled/i);
    expectCancelled(entries, before);
    expect(mail.text).toContain('The 2 attached files remove the sessions from your calendar.');
    await fixture.registerMember(item.id, member.id);
    const again = await findKind(member.email, /See you in class/);
    expect(uids(again.entries)).not.toEqual(uids(before));
  });

  it('cancels the entries of a cancelled class', async () => {
    const { member, item, entries: before } = await registerForTwo();
    await call('POST', `/Classes/${item.id}/Cancel`, { reason: 'The road is shut.' });
    await runTimers();
    expectCancelled((await findKind(member.email, /Cancelled/i)).entries, before);
  });

  it('cancels the entries of who gave the seat away, and invites who has it now', async () => {
    const { member, registrationId, entries: before } = await registerForTwo();
    const other = await createMember();
    const reply = await fixture.post(`/${registrationId}/Transfer`, { memberId: other.id });
    expect(reply.status, reply.text).toBe(201);
    expectCancelled((await findKind(member.email, /Transferred/i)).entries, before);
    const { entries } = await findKind(other.email, /See you in class/);
    expect(entries.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST']);
    expect(uids(entries)).not.toEqual(uids(before));
  });

  it('an invitation that is delivered after the registration was cancelled has no entries', async () => {
    const member = await createMember();
    const item = await createClass();
    const id = await fixture.registerMember(item.id, member.id);
    await fixture.post(`/${id}/Cancel`, {});
    const { entries } = await findKind(member.email, /See you in class/);
    expect(entries).toEqual([]);
    expect((await findKind(member.email, /Cancelled/i)).entries).toHaveLength(2);
  });
});
