// The hour that occurs twice when clocks are put back: which of the two is meant, in JSON and in the calendar feed.
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  // The demo tenant's clock is set to 1 September 2027; clocks in Oregon are put back on 7 November at 2:00.
  const store = platform.store('demo');
  const offset = Math.round((Date.parse('2027-09-01T12:00:00Z') - Date.now()) / 1000);
  const set = { clockOffsetSeconds: offset };
  await commit([update(store.key<Record<string, unknown>>('TENANT', 'TENANT'), { set })]);
});
afterAll(() => platform.stop());

const call = (method: string, path: string, body?: object) =>
  platform.call(method, 'billtracking', `/api/1.0/bill/${path}`, { tenant: 'demo', ...(body && { body }) });
const night = { title: 'Night', eventType: 'FLOOR_SESSION', stateId: 41, startDate: '2027-11-07' };
const postEvent = (body: object) => call('POST', 'event/save', body);
const saveEvent = async (body: object) => {
  const reply = await postEvent(body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const messagesOf = async (body: object): Promise<string[]> => {
  const reply = await postEvent(body);
  expect(reply.status, reply.text).toBe(400);
  return reply.body.details.errors.map(({ message }: { message: string }) => message);
};
const findFeedEvent = async (id: string) => {
  const reply = await call('POST', 'event/subscribe', {
    name: 'Salem',
    filter: { stateIds: [41] },
    channel: { type: 'calendar' },
  });
  const text = await (await fetch(reply.body.data.feedAddress)).text();
  const found = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .find(({ uid }) => uid.startsWith(id));
  if (!found) throw new Error(`no event ${id}`);
  return found;
};

describe('a time that occurs twice', () => {
  it.each([
    ['the first without an offset', undefined, '-07:00', '2027-11-07T08:30:00.000Z'],
    ['the first with its offset', '-07:00', '-07:00', '2027-11-07T08:30:00.000Z'],
    ['the second with its offset', '-08:00', '-08:00', '2027-11-07T09:30:00.000Z'],
  ])('is %s, in the reply, in the calendar and in the feed', async (_, startOffset, told, startsAt) => {
    const event = await saveEvent({ ...night, startTime: '01:30', endTime: '03:00', startOffset });
    expect(event).toMatchObject({ startTime: '01:30', startOffset: told, startsAt, endOffset: '-08:00' });
    const read = await call('GET', `event/${event.id}`);
    expect(read.body.data).toMatchObject({ startOffset: told, startsAt });
    const entry = await findFeedEvent(event.id);
    expect(entry.startDate.toJSDate().toISOString()).toBe(startsAt);
    expect(entry.description).toContain(`UTC${told}`);
  });

  it('ends in the second hour when it starts there, or when its offset says so', async () => {
    const both = await saveEvent({ ...night, startTime: '01:15', startOffset: '-08:00', endTime: '01:45' });
    expect(both.endsAt).toBe('2027-11-07T09:45:00.000Z');
    const across = await saveEvent({ ...night, startTime: '01:45', endTime: '01:15', endOffset: '-08:00' });
    expect(across).toMatchObject({
      startsAt: '2027-11-07T08:45:00.000Z',
      endsAt: '2027-11-07T09:15:00.000Z',
    });
    const next = await saveEvent({ ...night, startTime: '01:45', endTime: '01:15' });
    expect(next.endsAt).toBe('2027-11-07T09:15:00.000Z');
  });

  it('keeps its hour when the event is saved again with the same time, and changes it with the offset alone', async () => {
    const { id } = await saveEvent({ ...night, startTime: '01:30', startOffset: '-08:00' });
    const second = { startsAt: '2027-11-07T09:30:00.000Z' };
    const { startDate, startTime } = await saveEvent({ id, title: 'Night session' });
    expect(await saveEvent({ id, startDate, startTime })).toMatchObject(second);
    expect(await saveEvent({ id, endTime: '01:45' })).toMatchObject({
      ...second,
      endsAt: '2027-11-07T09:45:00.000Z',
    });
    expect(await saveEvent({ id, startOffset: '-07:00' })).toMatchObject({
      startsAt: '2027-11-07T08:30:00.000Z',
      endsAt: '2027-11-07T08:45:00.000Z',
    });
  });
});

describe('an offset', () => {
  it('that the state does not have at that time is refused with those it has', async () => {
    expect(await messagesOf({ ...night, startTime: '01:30', startOffset: '-05:00' })).toEqual([
      'startOffset must be -07:00 or -08:00 at 01:30 on 2027-11-07 in America/Los_Angeles, but was -05:00.',
    ]);
    expect(await messagesOf({ ...night, startTime: '09:00', endTime: '10:00', endOffset: '-07:00' })).toEqual(
      ['endOffset must be -08:00 at 10:00 on 2027-11-07 in America/Los_Angeles, but was -07:00.'],
    );
  });

  it('needs a time, and the form of an offset', async () => {
    expect(await messagesOf({ ...night, startOffset: '-08:00', endOffset: '-08:00' })).toEqual([
      'startTime is required with startOffset.',
      'endTime is required with endOffset.',
    ]);
    expect(await messagesOf({ ...night, startTime: '01:30', startOffset: 'PST' })).toEqual([
      'startOffset must be an offset from UTC such as -07:00, but was PST.',
    ]);
  });

  it('that is blank counts as absent', async () => {
    expect(await saveEvent({ ...night, startTime: '01:30', startOffset: '' })).toMatchObject({
      startOffset: '-07:00',
    });
  });
});
