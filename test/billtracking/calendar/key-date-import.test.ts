// Deadlines of a legislature imported from its calendar, as CSV and as iCalendar file, and the reminders of key dates in feeds
// (docs/interface/billtracking.md#key-dates).
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillsPlatform, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service?.platform.stop());

interface Row {
  readonly row: string;
  readonly outcome: string;
  readonly eventId: string | null;
  readonly reason: string | null;
  readonly date: string | null;
}
const send = (text: string, more: object = {}) =>
  service.post('/api/1.0/bill/event/key-dates/import', {
    ...{ stateId: 41, content: text },
    ...more,
  });
const load = async (text: string, more: object = {}): Promise<Row[]> => {
  const reply = await send(text, more);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const outcomes = (rows: readonly Row[]) => rows.map(({ outcome }) => outcome);
const readEvent = async (row: Row | undefined) =>
  (await service.get(`/api/1.0/bill/event/${row?.eventId}`)).body.data;

const csv = (crossover: string): string =>
  [
    'Date,Title,Key date,Description',
    '2083-02-19,Last day for committee reports,,House policy committees',
    `${crossover},House of origin cutoff,crossover,`,
    '04/25/2083,Last day allowed by the constitution,SINE_DIE,',
  ].join('\r\n');

const calendar = (day: string, more = ''): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Legislature//Calendar//EN',
    'BEGIN:VEVENT',
    'UID:fiscal-cutoff@legislature.example.org',
    'DTSTAMP:20821201T000000Z',
    `DTSTART;VALUE=DATE:${day}`,
    'SUMMARY:Fiscal committee cutoff',
    'DESCRIPTION:Last day to read in\\, and pass\\, bills',
    ...(more ? [more] : []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

describe('a CSV of deadlines', () => {
  it('becomes key dates, which are unchanged when it is imported again and move with their days', async () => {
    const first = await load(csv('2083-03-10'));
    expect(outcomes(first)).toEqual(['CREATED', 'CREATED', 'CREATED']);
    expect(await readEvent(first[0])).toMatchObject({
      ...{ title: 'Last day for committee reports', keyDate: 'DEADLINE', startDate: '2083-02-19' },
      ...{ description: 'House policy committees', isAllDay: true, sequence: 0, status: 'SCHEDULED' },
    });
    expect(await readEvent(first[2])).toMatchObject({ keyDate: 'SINE_DIE', startDate: '2083-04-25' });
    expect(outcomes(await load(csv('2083-03-10')))).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED']);
    // As spreadsheets of other languages write it.
    const semicolons = csv('2083-03-10').replaceAll(',', ';');
    expect(outcomes(await load(semicolons))).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED']);
    const moved = await load(csv('2083-03-12'));
    expect(outcomes(moved)).toEqual(['UNCHANGED', 'UPDATED', 'UNCHANGED']);
    expect(moved[1]?.eventId).toBe(first[1]?.eventId);
    expect(await readEvent(moved[1])).toMatchObject({
      ...{ keyDate: 'CROSSOVER', startDate: '2083-03-12', sequence: 1 },
    });
    const { body } = await service.post('/api/1.0/bill/event/calendar/count', {
      ...{ stateIds: [41], startDate: '2083-01-01', endDate: '2083-12-31' },
    });
    expect(JSON.stringify(body)).toContain('3');
  });

  it('says of each row why it is refused, and takes the others', async () => {
    const rows = await load(
      'id,date,title,keyDate\na,2083-02-30,No such day,\nb,2083-02-01,,\nc,2083-02-01,Twice,\nc,2083-02-02,Twice,\nd,2083-02-03,Other,HOLIDAY\n',
    );
    expect(outcomes(rows)).toEqual(['REFUSED', 'REFUSED', 'CREATED', 'REFUSED', 'REFUSED']);
    expect(rows.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('date must be a day'),
      'title is missing.',
      null,
      expect.stringContaining('twice'),
      expect.stringContaining('keyDate must be one of CROSSOVER, SINE_DIE, DEADLINE'),
    ]);
  });

  it('has the day of a moment by the clocks of the capital', async () => {
    const rows = await load('date,title\n2083-03-13T07:59:59Z,Late\n2083-03-13T08:00:00Z,Early\n', {
      stateId: 53,
    });
    expect(rows.map(({ date }) => date)).toEqual(['2083-03-12', '2083-03-13']);
  });

  it('without the headings, too long, or of another session is refused as a whole', async () => {
    for (const text of ['when,what\n2083-02-01,x\n', 'date,title\n', '\u0000\u0001'])
      expect((await send(text)).status).toBe(400);
    const long = Array.from({ length: 41 }, (_, index) => `2083-02-01,Deadline ${index}`).join('\n');
    expect((await send(`date,title\n${long}`)).body.message).toContain('at most 40');
    expect((await send(csv('2083-03-10'), { sessionId: 5301 })).status).toBe(400);
    const most = long.split('\n').slice(1).join('\n');
    expect(outcomes(await load(`date,title\n${most}`, { stateId: 16 }))).toHaveLength(40);
  });
});

describe('an iCalendar file of deadlines', () => {
  it('is recognised by its UIDs, moves, and cancels what it cancels', async () => {
    const [first] = await load(calendar('20830226'));
    expect(await readEvent(first)).toMatchObject({
      ...{ title: 'Fiscal committee cutoff', startDate: '2083-02-26' },
      description: 'Last day to read in, and pass, bills',
    });
    expect(outcomes(await load(calendar('20830226')))).toEqual(['UNCHANGED']);
    expect(outcomes(await load(calendar('20830227', 'STATUS:CANCELLED')))).toEqual(['UPDATED']);
    expect(await readEvent(first)).toMatchObject({ startDate: '2083-02-27', status: 'CANCELLED' });
    const days = async (...starts: string[]) => {
      const found: unknown[] = [];
      for (const start of starts) {
        const file = calendar('20830301').replace('DTSTART;VALUE=DATE:20830301', start);
        const [row] = await load(file, { stateId: 53 });
        found.push((await readEvent(row)).startDate);
      }
      return found;
    };
    // RFC 5545, 3.3.5: UTC, a zone of its own, the zone by its name in Windows, floating. In Washington, whose summer time
    // begins on 14 March 2027, the first is at 17:00 of the day before.
    expect(
      await days(
        'DTSTART:20270313T010000Z',
        'DTSTART:20270313T080000Z',
        'DTSTART:20270313T075959Z',
        'DTSTART;TZID=America/New_York:20270313T020000',
        'DTSTART;TZID=Pacific Standard Time:20270313T233000',
        'DTSTART:20270313T233000',
        'DTSTART;TZID=Capitol time:20270313T233000',
      ),
    ).toEqual([
      ...['2027-03-12', '2027-03-13', '2027-03-12', '2027-03-12'],
      ...['2027-03-13', '2027-03-13', '2027-03-13'],
    ]);
    const recurring = await load(calendar('20830301', 'RRULE:FREQ=DAILY'));
    expect(recurring[0]).toMatchObject({ outcome: 'REFUSED', reason: expect.stringContaining('recurs') });
    expect((await send('BEGIN:VCALENDAR\r\nBEGIN:VEVENT')).status).toBe(400);
  });
});

describe('a key date in a calendar feed', () => {
  it('reminds a week and a day before, as calendar programs read it', async () => {
    const day = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    const daysBefore = (days: number) =>
      new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
    await load(`date,title\n${day},Reminder test\n`, { stateId: 6 });
    const { body } = await service.post('/api/1.0/bill/event/subscribe', {
      ...{ name: 'Deadlines', filter: { stateIds: [6] }, what: { events: true, keyDates: true } },
      channel: { type: 'calendar' },
    });
    const text = await (await fetch(body.data.feedAddress)).text();
    const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    const alarms = event?.getAllSubcomponents('valarm') ?? [];
    const starts = new ICAL.Event(event).startDate;
    const moments = alarms.map((alarm) => {
      const moment = starts.clone();
      moment.isDate = false;
      moment.addDuration(alarm.getFirstPropertyValue('trigger') as ICAL.Duration);
      return moment.toString();
    });
    expect(moments).toEqual([`${daysBefore(7)}T09:00:00`, `${daysBefore(1)}T09:00:00`]);
    expect(alarms.map((alarm) => alarm.getFirstPropertyValue('description'))).toEqual([
      'Reminder test: in 7 days',
      'Reminder test: in one day',
    ]);
    expect(
      Object.values(nodeIcal.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT'),
    ).toHaveLength(1);
  });
});
