// Calendars of classes as calendar programs read them: ical.js and node-ical (RFC 5545;
// docs/interface/training.md#calendar-feeds).
import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classKey } from '../../../functions/training/classes/record/class.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
const listEvents = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
const fetchText = async (url: string): Promise<string> => {
  const reply = await fetch(url);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  return reply.text();
};
const makeFeed = async (personId: string, kind: string): Promise<string> => {
  const token = await fixture.platform.tokenFor({ tenant: 'demo', personId });
  const path = `/api/v1/People/${personId}/CalendarFeeds`;
  const reply = await fixture.platform.call('POST', 'training', path, {
    tenant: 'demo',
    token,
    body: { kind },
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.url;
};
/** A class with a session id of its own. */
async function createClass(options = {}) {
  const item = await fixture.createClass(options);
  const sessions = item.sessions.map((session) => ({ ...session, id: randomUUID() }));
  return fixture.changeClass(item, {}, { sessions });
}
const createPerson = async (): Promise<string> => {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('There is no person');
  return person.id;
};

beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(() => fixture.platform.stop());

describe('the calendar of a person', () => {
  it('has the sessions of registered classes, which two readers read with the same times', async () => {
    const personId = await createPerson();
    const item = await createClass();
    await fixture.registerMember(item.id, personId);
    const url = await makeFeed(personId, 'Registrations');
    const text = await fetchText(url);
    const [event, ...more] = listEvents(text);
    expect(more).toEqual([]);
    const [session] = item.sessions;
    expect(event?.uid).toBe(`session-${session?.id}@demo.rostrum`);
    expect(event?.summary).toBe(item.sectionName);
    const read = Object.values(nodeIcal.sync.parseICS(text)).find(
      (entry): entry is VEvent => entry?.type === 'VEVENT',
    );
    const startsAt = Math.floor(Date.parse(item.startsAt) / 1000);
    expect(Math.floor((read?.start.getTime() ?? 0) / 1000)).toBe(startsAt);
    expect(text).toMatch(/BEGIN:VTIMEZONE/);
    expect(await fetchText(url)).toBe(text);
  });

  it('a changed class keeps its UID and gets a higher SEQUENCE; a cancelled one is CANCELLED', async () => {
    const personId = await createPerson();
    const item = await createClass();
    await fixture.registerMember(item.id, personId);
    const url = await makeFeed(personId, 'Registrations');
    const [before] = listEvents(await fetchText(url));
    await fixture.changeClass(item, {}, { isCancelled: true });
    const [after] = listEvents(await fetchText(url));
    expect(after?.uid).toBe(before?.uid);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    expect(after?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(after?.summary).toMatch(/^Cancelled: /);
  });

  it('has no class that the person waits for or cancelled', async () => {
    const personId = await createPerson();
    const full = await createClass({ registration: { capacity: 1, waitlistSize: 5 } });
    await fixture.registerMember(full.id, await createPerson());
    const waiting = await fixture.register(full.id, personId);
    expect(waiting.body.status).toBe('Waitlisted');
    const item = await createClass();
    const id = await fixture.registerMember(item.id, personId);
    await fixture.post(`/${id}/Cancel`, {});
    expect(await fetchText(await makeFeed(personId, 'Registrations'))).not.toMatch(/BEGIN:VEVENT/);
  });
});

describe('secret addresses', () => {
  it('a new address ends the one from before, and DELETE ends it', async () => {
    const personId = await createPerson();
    const first = await makeFeed(personId, 'Registrations');
    const second = await makeFeed(personId, 'Registrations');
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);
    const token = await fixture.platform.tokenFor({ tenant: 'demo', personId });
    const path = `/api/v1/People/${personId}/CalendarFeeds`;
    const options = { tenant: 'demo', token };
    const listed = await fixture.platform.call('GET', 'training', path, options);
    expect(listed.body).toEqual([{ kind: 'Registrations', createdDate: expect.any(String) }]);
    const removed = await fixture.platform.call('DELETE', 'training', `${path}/Registrations`, options);
    expect(removed.status).toBe(204);
    expect((await fetch(second)).status).toBe(404);
  });

  it('are made by the person and the office only, and name their tenant', async () => {
    const personId = await createPerson();
    const url = await makeFeed(personId, 'Teaching');
    expect((await fetch(url.replace('/demo/', '/harbor/'))).status).toBe(404);
    const stranger = await fixture.platform.tokenFor({ tenant: 'demo', personId: randomUUID() });
    const path = `/api/v1/People/${personId}/CalendarFeeds`;
    const body = { kind: 'Teaching' };
    const refused = await fixture.platform.call('POST', 'training', path, {
      tenant: 'demo',
      token: stranger,
      body,
    });
    expect(refused.status).toBe(403);
  });
});

describe('calendars of an instructor and of the catalogue', () => {
  it('an instructor sees the classes they teach, with how to get in', async () => {
    const item = await fixture.store.get(
      classKey(fixture.store, fixture.idOf('class', 'budget-basics-spring')),
    );
    const [instructor] = item?.instructors ?? [];
    if (!item || !instructor) throw new Error('The demo class has no instructor');
    await commit([
      put(classKey(fixture.store, item.id), { ...item, locationAccessDetail: 'Door code 4711.' }),
    ]);
    const text = await fetchText(await makeFeed(instructor.personId, 'Teaching'));
    const event = listEvents(text).find(({ summary }) => summary.startsWith(item.sectionName));
    expect(event?.description).toMatch(/Door code 4711/);
  });

  it('everybody sees the catalogue, without how to get in', async () => {
    const text = await fetchText(`${fixture.platform.urls.training}/api/v1/Feeds/demo/catalogue.ics`);
    expect(listEvents(text).length).toBeGreaterThan(3);
    expect(text).not.toMatch(/Door code/);
  });
});
