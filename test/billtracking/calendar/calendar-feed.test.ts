// The calendar feed as calendar programs read it: ical.js and node-ical (RFC 5545;
// docs/interface/billtracking.md#calendar-feeds).
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCalendarFile } from '../../../functions/billtracking/events/feeds/calendar-file.ts';
import type { CalendarEvent } from '../../../functions/billtracking/events/record/calendar-event.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { buildVtimezone } from '../../../shared/time/vtimezone.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  // The demo tenant's clock is set to 1 March 2027; daylight saving time begins on the 14th.
  const store = platform.store('demo');
  const offset = Math.round((Date.parse('2027-03-01T12:00:00Z') - Date.now()) / 1000);
  const set = { clockOffsetSeconds: offset };
  await commit([update(store.key<Record<string, unknown>>('TENANT', 'TENANT'), { set })]);
});
afterAll(() => platform.stop());

const call = (method: string, path: string, body?: object) =>
  platform.call(method, 'billtracking', `/api/1.0/bill/${path}`, { tenant: 'demo', ...(body && { body }) });
const hearing = {
  title: 'Hearing; rents, "caps" & more',
  eventType: 'VOTE',
  stateId: 41,
  startDate: '2027-03-12',
  startTime: '13:30',
  endTime: '15:00',
};
const saveEvent = async (body: object) => {
  const reply = await call('POST', 'event/save', { ...hearing, ...body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const subscribe = async (body: object = {}) => {
  const channel = { type: 'calendar' };
  const reply = await call('POST', 'event/subscribe', {
    name: 'Salem, Oregon',
    filter: { stateIds: [41] },
    channel,
    ...body,
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const fetchFeed = (address: string, headers: Record<string, string> = {}) => fetch(address, { headers });
const parseCalendar = (text: string) => new ICAL.Component(ICAL.parse(text));
const listEvents = (text: string) =>
  parseCalendar(text)
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
const findEvent = (text: string, id: string) => {
  const found = listEvents(text).find(({ uid }) => uid.startsWith(id));
  if (!found) throw new Error(`no event ${id}`);
  return found;
};
/** The instant of a local time: ical.js computes it with the VTIMEZONE of the file itself. */
const toInstant = (time: ICAL.Time): string => time.toJSDate().toISOString();

describe('a calendar feed', () => {
  it('is read with its address and no token, and with no other address', async () => {
    const { feedAddress, id } = await subscribe();
    expect(feedAddress).toMatch(/\/billtracking\/api\/1\.0\/Feeds\/demo\/[0-9a-f]{90,}\.ics$/);
    const reply = await fetchFeed(feedAddress);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    for (const wrong of [
      feedAddress.replace(/[0-9a-f]\.ics/, (end: string) => `${end.startsWith('a') ? 'b' : 'a'}.ics`),
      feedAddress.replace('/demo/', '/harbor/'),
      feedAddress.replace('/demo/', '/nobody/'),
      feedAddress.replace(/Feeds\/demo\/.*/, 'Feeds/demo/x.ics'),
    ])
      expect((await fetchFeed(wrong)).status).toBe(404);
    expect((await call('GET', `event/subscription/${id}`)).text).not.toContain('feed');
  });

  it('has events whose names, times and time zones both libraries read identically', async () => {
    const event = await saveEvent({ location: 'Room A, State Capitol', description: 'First line\nsecond' });
    const { feedAddress } = await subscribe();
    const text = await (await fetchFeed(feedAddress)).text();
    expect(text).toContain('\r\nX-WR-CALNAME:Salem\\, Oregon\r\n');
    // RFC 5545 3.6: the properties of a calendar are written before its components.
    const [ofCalendar = ''] = text.split('BEGIN:VTIMEZONE');
    expect(ofCalendar).toMatch(
      /^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n[\s\S]*\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n$/,
    );
    expect(ofCalendar).not.toContain('\nBEGIN:');
    expect(text.match(/REFRESH-INTERVAL|X-PUBLISHED-TTL/g)).toHaveLength(2);
    expect(parseCalendar(text).getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H');
    expect(
      parseCalendar(text)
        .getAllSubcomponents()
        .map(({ name }) => name),
    ).toContain('vtimezone');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const found = findEvent(text, event.id);
    expect(found.summary).toBe('Hearing; rents, "caps" & more');
    expect(found.location).toBe('Room A, State Capitol');
    expect(found.description).toBe('First line\nsecond');
    expect(found.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(found.component.getFirstPropertyValue('dtstamp')?.toString()).toBe(
      event.modifiedDate.slice(0, 19).concat('Z'),
    );
    expect(found.startDate.zone?.tzid).toBe('America/Los_Angeles');
    expect(toInstant(found.startDate)).toBe(event.startsAt);
    const read = Object.values(nodeIcal.sync.parseICS(text)).find(
      (component): component is VEvent => component?.type === 'VEVENT' && component.uid.startsWith(event.id),
    );
    expect(read?.start.toISOString()).toBe(event.startsAt);
    expect(read?.end?.toISOString()).toBe(event.endsAt);
    expect(read?.summary).toBe('Hearing; rents, "caps" & more');
  });

  it('has the same local time before and after daylight saving time begins', async () => {
    const [before, after] = [
      await saveEvent({ title: 'Before' }),
      await saveEvent({ title: 'After', startDate: '2027-03-15' }),
    ];
    const { feedAddress } = await subscribe();
    const text = await (await fetchFeed(feedAddress)).text();
    const instants = [before, after].map(({ id }) => toInstant(findEvent(text, id).startDate));
    expect(instants).toEqual(['2027-03-12T21:30:00.000Z', '2027-03-15T20:30:00.000Z']);
    const read = Object.values(nodeIcal.sync.parseICS(text)).filter(
      (component): component is VEvent => component?.type === 'VEVENT',
    );
    const starts = [before, after].map(({ id }) =>
      read.find(({ uid }) => uid.startsWith(id))?.start.toISOString(),
    );
    expect(starts).toEqual(instants);
  });

  it('gives events of whole days as dates, including the last day', async () => {
    const event = await saveEvent({
      startDate: '2027-03-13',
      endDate: '2027-03-15',
      startTime: undefined,
      endTime: undefined,
    });
    const { feedAddress } = await subscribe();
    const found = findEvent(await (await fetchFeed(feedAddress)).text(), event.id);
    expect(found.startDate.isDate).toBe(true);
    expect([found.startDate.toString(), found.endDate.toString()]).toEqual(['2027-03-13', '2027-03-16']);
  });

  it('has the new time of a moved event, marks a postponed one, and still contains a cancelled one', async () => {
    const { id } = await saveEvent({ title: 'Work session' });
    const { feedAddress } = await subscribe();
    const readSequence = async () => {
      const event = findEvent(await (await fetchFeed(feedAddress)).text(), id);
      const status = event.component.getFirstPropertyValue('status');
      return {
        uid: event.uid,
        sequence: event.sequence,
        status,
        start: event.startDate.toString(),
        summary: event.summary,
      };
    };
    const first = await readSequence();
    await saveEvent({ id, title: 'Work session', status: 'POSTPONED' });
    const postponed = await readSequence();
    await saveEvent({ id, title: 'Work session', status: 'SCHEDULED', startDate: '2027-03-19' });
    const moved = await readSequence();
    await saveEvent({ id, title: 'Work session', status: 'CANCELLED', startDate: '2027-03-19' });
    const cancelled = await readSequence();
    expect(first).toMatchObject({ sequence: 0, status: 'CONFIRMED', start: '2027-03-12T13:30:00' });
    expect(postponed).toMatchObject({ sequence: 1, status: 'TENTATIVE', summary: 'Postponed: Work session' });
    expect(moved).toMatchObject({ sequence: 2, status: 'CONFIRMED', start: '2027-03-19T13:30:00' });
    expect(cancelled).toMatchObject({ sequence: 3, status: 'CANCELLED', summary: 'Cancelled: Work session' });
    expect(new Set([first, postponed, moved, cancelled].map(({ uid }) => uid)).size).toBe(1);
  });

  it('has the same bytes while nothing changes, and is then not sent again', async () => {
    const event = await saveEvent({ title: 'Steady' });
    const { feedAddress } = await subscribe();
    const first = await fetchFeed(feedAddress);
    const etag = first.headers.get('etag') ?? '';
    expect(await (await fetchFeed(feedAddress)).text()).toBe(await first.text());
    expect((await fetchFeed(feedAddress, { 'If-None-Match': etag })).status).toBe(304);
    await saveEvent({ id: event.id, title: 'Steady', location: 'Elsewhere' });
    expect((await fetchFeed(feedAddress, { 'If-None-Match': etag })).status).toBe(200);
  });

  it('has the events that match its filter', async () => {
    await saveEvent({ title: 'A floor session', eventType: 'FLOOR_SESSION' });
    const { feedAddress } = await subscribe({ filter: { stateIds: [41], eventTypes: ['FLOOR_SESSION'] } });
    const text = await (await fetchFeed(feedAddress)).text();
    expect(listEvents(text).map(({ summary }) => summary)).toEqual(['A floor session']);
    const tracked = await subscribe({ filter: { stateIds: [41], trackedOnly: true } });
    expect(listEvents(await (await fetchFeed(tracked.feedAddress)).text())).toEqual([]);
  });

  it('gets a new address on request, which replaces the old one; it works until it is removed', async () => {
    const { feedAddress, id } = await subscribe();
    const rotated = await call('POST', `event/subscription/${id}/secret/rotate`, {});
    const { feedAddress: newAddress } = rotated.body.data;
    expect((await fetchFeed(feedAddress)).status).toBe(404);
    expect((await fetchFeed(newAddress)).status).toBe(200);
    await call('DELETE', `event/subscription/${id}`);
    expect((await fetchFeed(newAddress)).status).toBe(404);
  });
});

describe('a paused calendar feed', () => {
  it('shows no event, says in its name and in one entry that it is paused, and all events once resumed', async () => {
    const event = await saveEvent({ title: 'During the pause' });
    const { feedAddress, id } = await subscribe();
    await call('POST', `event/subscription/${id}/pause`);
    const paused = await fetchFeed(feedAddress);
    expect(paused.status).toBe(200);
    const text = await paused.text();
    expect(text).toContain('X-WR-CALNAME:Salem\\, Oregon (paused)');
    expect(listEvents(text).map(({ summary }) => summary)).toEqual(['Paused: Salem, Oregon']);
    const read = Object.values(nodeIcal.sync.parseICS(text)).filter(
      (component): component is VEvent => component?.type === 'VEVENT',
    );
    expect(read.map(({ transparency }) => transparency)).toEqual(['TRANSPARENT']);
    const again = await fetchFeed(feedAddress, { 'If-None-Match': paused.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    await call('POST', `event/subscription/${id}/resume`);
    const resumed = await (await fetchFeed(feedAddress)).text();
    expect(findEvent(resumed, event.id).summary).toBe('During the pause');
    expect(resumed).not.toContain('paused');
  });
});

describe('a time in an hour that occurs twice', () => {
  it('has its offset in the API', async () => {
    const event = await saveEvent({ startDate: '2027-11-07', startTime: '01:30', endTime: '03:00' });
    expect(event).toMatchObject({
      startTime: '01:30',
      startOffset: '-07:00',
      endTime: '03:00',
      endOffset: '-08:00',
    });
  });

  it('is given in UTC and with its offset in a feed, which all programs read as the same hour', () => {
    const event: CalendarEvent = {
      id: 'x',
      title: 'Late session',
      eventType: 'FLOOR_SESSION',
      status: 'SCHEDULED',
      stateId: 41,
      committees: [],
      billIds: [],
      isAllDay: false,
      timeZone: 'America/Los_Angeles',
      startDate: '2027-11-07',
      endDate: '2027-11-07',
      sequence: 0,
      version: 1,
      createdDate: '2027-01-01T00:00:00.000Z',
      modifiedDate: '2027-01-01T00:00:00.000Z',
    };
    const fileWith = (startsAt: string) =>
      buildCalendarFile('Night', 'demo', [{ event: { ...event, startsAt }, billNumbers: [] }]);
    for (const [startsAt, told] of [
      ['2027-11-07T08:30:00.000Z', 'Local time: 01:30 PDT (UTC-07:00)'],
      ['2027-11-07T09:30:00.000Z', 'Local time: 01:30 PST (UTC-08:00)'],
    ] as const) {
      const text = fileWith(startsAt);
      const [read] = Object.values(nodeIcal.sync.parseICS(text)).filter(
        (component): component is VEvent => component?.type === 'VEVENT',
      );
      expect(read?.start.toISOString()).toBe(startsAt);
      expect(toInstant(findEvent(text, 'x').startDate)).toBe(startsAt);
      expect(findEvent(text, 'x').description).toBe(told);
    }
    expect(fileWith('2027-11-07T07:30:00.000Z')).toContain(
      'DTSTART;TZID=America/Los_Angeles:20271107T003000',
    );
  });
});

describe('VTIMEZONE', () => {
  it.each([
    ['America/Los_Angeles', '20270314T020000', '-0800', '-0700', 'PDT'],
    ['America/New_York', '20271107T020000', '-0400', '-0500', 'EST'],
  ])('%s dates a change by the clocks before it', (zone, start, from, to, name) => {
    const change = `DTSTART:${start}\r\nTZOFFSETFROM:${from}\r\nTZOFFSETTO:${to}\r\nTZNAME:${name}\r\n`;
    expect(buildVtimezone(zone, 2027, 2027)).toContain(change);
  });

  it.each([
    ['America/Phoenix', '-0700', 'MST'],
    ['Pacific/Honolulu', '-1000', 'HST'],
    ['America/Puerto_Rico', '-0400', 'AST'],
    ['Pacific/Guam', '+1000', 'ChST'],
    ['Pacific/Pago_Pago', '-1100', 'SST'],
  ])('%s, without daylight saving time, is one standard time with its usual name', (zone, offset, name) => {
    const text = buildVtimezone(zone, 2026, 2028);
    expect(text.match(/BEGIN:(STANDARD|DAYLIGHT)/g)).toEqual(['BEGIN:STANDARD']);
    expect(text).toContain(`TZOFFSETFROM:${offset}\r\nTZOFFSETTO:${offset}\r\nTZNAME:${name}\r\n`);
    const calendar = ['BEGIN:VCALENDAR', text, 'END:VCALENDAR'].join('\r\n');
    const read = ICAL.Timezone.fromData({
      component: parseCalendar(calendar).getFirstSubcomponent('vtimezone'),
      tzid: zone,
    });
    const local = ICAL.Time.fromDateTimeString('2027-07-01T12:00:00');
    expect(read.utcOffset(local)).toBe((Number(offset) / 100) * 3600);
  });
});
