// Hearings of sources keep their identity: a moved one moves, a removed one is cancelled, at every later import too
// (docs/imports.md#hearings).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillsPlatform, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import { type ImportResult, importText } from './import-into.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly startDate: string;
  readonly status: string;
  readonly sequence: number;
}

const washington = 53;

/** The events of a year, which no other test uses. */
async function listEvents(year: number): Promise<Listed[]> {
  const { body } = await service.post('/api/1.0/bill/event/calendar', {
    ...{ stateIds: [washington], startDate: `${year}-01-01`, endDate: `${year}-12-31`, pageSize: 100 },
  });
  return body.collection.map(({ id, title, startDate, status, sequence }: Listed) => ({
    ...{ id, title, startDate, status, sequence },
  }));
}

const counts = ({ created = 0, updated = 0, unchanged = 0 }) => ({ created, updated, unchanged });

describe('LegiScan', () => {
  const session = { session_name: '2025-2026 Regular Session' };
  const hearing = (date: string, more: object = {}) => ({
    ...{ type_id: 1, type: 'Hearing', date, time: '13:00', location: 'Room 1' },
    ...{ description: 'Housing', ...more },
  });
  const bill = (number: string, calendar: readonly object[]) => ({
    bill: { state: 'WA', bill_number: number, title: number, body: 'H', session, calendar },
  });
  const bring = (...bills: readonly object[]): Promise<ImportResult> =>
    importText('legiscan', JSON.stringify(bills), { name: 'bills.json' });

  it('a moved hearing moves, and a second import changes nothing', async () => {
    await bring(bill('HB9101', [hearing('2041-02-01')]), bill('HB9102', [hearing('2041-02-01')]));
    const [before] = await listEvents(2041);
    const moved = [
      bill('HB9101', [hearing('2041-02-08', { time: '09:00', location: 'Room 2' })]),
      bill('HB9102', [hearing('2041-02-08', { time: '09:00', location: 'Room 2' })]),
    ];
    expect((await bring(...moved)).counts.events).toMatchObject(counts({ updated: 1 }));
    const after = await listEvents(2041);
    expect(after).toEqual([
      { ...before, startDate: '2041-02-08', status: 'SCHEDULED', sequence: (before?.sequence ?? 0) + 1 },
    ]);
    expect((await bring(...moved)).counts.events).toMatchObject(counts({ unchanged: 1 }));
    expect(await listEvents(2041)).toEqual(after);
  });

  it('the moment that a hearing left may be given to another one', async () => {
    await bring(bill('HB9111', [hearing('2042-02-01')]));
    await bring(bill('HB9111', [hearing('2042-02-08')]));
    await bring(bill('HB9111', [hearing('2042-02-08')]), bill('HB9112', [hearing('2042-02-01')]));
    const events = await listEvents(2042);
    expect(events.map(({ startDate }) => startDate)).toEqual(['2042-02-01', '2042-02-08']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });

  it('a removed hearing is cancelled once, and is scheduled again when the source has it again', async () => {
    await bring(bill('HB9121', [hearing('2043-02-01')]));
    const removed = await bring(bill('HB9121', []));
    expect(removed.lines.join('\n')).toContain(
      '"Housing" of 2043-02-01 is no longer in the source: it was cancelled.',
    );
    expect(await listEvents(2043)).toMatchObject([{ status: 'CANCELLED' }]);
    expect((await bring(bill('HB9121', []))).counts.events).toBeUndefined();
    await bring(bill('HB9121', [hearing('2043-02-01')]));
    expect(await listEvents(2043)).toMatchObject([{ status: 'SCHEDULED' }]);
  });

  it('a bill that leaves a common hearing leaves it to the others', async () => {
    await bring(bill('HB9131', [hearing('2044-02-01')]), bill('HB9132', [hearing('2044-02-01')]));
    await bring(bill('HB9132', []));
    const [left] = await listEvents(2044);
    expect(left).toMatchObject({ status: 'SCHEDULED' });
    await bring(bill('HB9132', [hearing('2044-03-01')]));
    expect((await listEvents(2044)).map(({ startDate }) => startDate)).toEqual(['2044-02-01', '2044-03-01']);
    const { body } = await service.get(`/api/1.0/bill/event/${left?.id}`);
    expect(body.data.bills).toHaveLength(1);
  });

  it('a file of one bill leaves the hearings of other bills and of other sources alone', async () => {
    await bring(bill('HB9141', [hearing('2045-02-01')]), bill('HB9142', [hearing('2045-02-02')]));
    const own = { title: 'Our own', eventType: 'HEARING', stateId: washington, startDate: '2045-02-03' };
    await service.post('/api/1.0/bill/event/save', own);
    await bring(bill('HB9141', [hearing('2045-02-01')]));
    expect((await listEvents(2045)).map(({ status }) => status)).toEqual(Array(3).fill('SCHEDULED'));
  });

  it('a hearing that cannot be read any more is refused, and not taken for removed', async () => {
    await bring(bill('HB9161', [hearing('2052-02-01')]));
    const { counts: told, lines } = await bring(bill('HB9161', [hearing('2052-02-31')]));
    expect(told.events).toMatchObject({ refused: 1 });
    expect(await listEvents(2052)).toMatchObject([{ status: 'SCHEDULED' }]);
    expect(lines.join('\n')).toContain('events could not be read: none was cancelled');
  });

  it('a dry run cancels nothing', async () => {
    await bring(bill('HB9151', [hearing('2046-02-01')]));
    await importText('legiscan', JSON.stringify([bill('HB9151', [])]), { name: 'b.json', dryRun: true });
    expect(await listEvents(2046)).toMatchObject([{ status: 'SCHEDULED' }]);
  });
});

describe('Open States', () => {
  const event = (id: string, start: string, more: object = {}) => ({
    ...{ id: `ocd-event/${id}`, name: 'House Housing hearing', status: 'confirmed', all_day: false },
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:wa/government' },
    ...{ start_date: start, location: { name: 'Room 3' }, agenda: [], ...more },
  });
  const bring = (events: readonly object[], pagination?: object): Promise<ImportResult> =>
    importText('openstates', JSON.stringify(pagination ? { results: events, pagination } : events), {
      name: 'events.json',
    });
  const lastOfYear = (year: number) => event(`last-${year}`, `${year}-12-01T10:00:00-08:00`);

  it('a hearing is imported with its bills, moves under its id, and is unchanged at the second import', async () => {
    const billOfState = {
      ...{ session: '2025-2026', identifier: 'HB 9201', title: 'Housing' },
      jurisdiction: { id: 'ocd-jurisdiction/country:us/state:wa/government' },
    };
    await importText('openstates', JSON.stringify([billOfState]), { name: 'bills.json' });
    const agenda = [
      {
        description: 'HB 9201',
        related_entities: [{ entity_type: 'bill', bill: { identifier: 'HB 9201', session: '2025-2026' } }],
      },
    ];
    const first = await bring([event('moves', '2047-02-01T13:00:00-08:00', { agenda })]);
    expect(first.counts.events).toMatchObject(counts({ created: 1 }));
    const [before] = await listEvents(2047);
    const moved = [event('moves', '2047-02-09T13:00:00-08:00', { agenda })];
    expect((await bring(moved)).counts.events).toMatchObject(counts({ updated: 1 }));
    expect(await listEvents(2047)).toMatchObject([{ id: before?.id, startDate: '2047-02-09' }]);
    expect((await bring(moved)).counts.events).toMatchObject(counts({ unchanged: 1 }));
  });

  // openstates-core, importers/events.py: a bill that is not resolved has no bill_id; api-v3, schemas.py: its `bill` is left out.
  it('an agenda names bills without their session: those of the session of the day are linked', async () => {
    const at = { id: 'ocd-jurisdiction/country:us/state:wa/government' };
    const bill = (session: string, identifier: string) => ({
      ...{ session, identifier, title: 'Housing', jurisdiction: at },
    });
    const bills = [
      ...[
        bill('2061-2062', 'SB 9211'),
        bill('2061-2062', 'SB 9212'),
        bill('2061 1st Special Session', 'SB 9213'),
      ],
      ...[bill('2061 1st Special Session', 'SB 9212'), bill('2063-2064', 'SB 9211')],
    ];
    await importText('openstates', JSON.stringify(bills), { name: 'bills.json' });
    const named = (...names: string[]) => ({
      agenda: [
        {
          description: 'Associated Bills',
          related_entities: names.map((name) => ({ name, entity_type: 'bill', note: 'consideration' })),
        },
      ],
    });
    const linked = async (result: ImportResult, id: string) => {
      expect(result.counts.events).toMatchObject({ refused: 0 });
      const found = (await listEvents(2061)).find(({ title }) => title === id);
      const { body } = await service.get(`/api/1.0/bill/event/${found?.id}`);
      return body.data.bills.map(({ billNumber }: { billNumber: string }) => billNumber);
    };
    const first = await bring([
      event('agenda-1', '2061-02-01T13:00:00-08:00', { name: 'One', ...named('SB 9211', 'SB 9213', 'SB 1') }),
    ]);
    expect(await linked(first, 'One')).toEqual(['SB 9211', 'SB 9213']);
    // In two sessions of that year: not guessed, and said.
    const second = await bring([
      event('agenda-2', '2061-02-02T13:00:00-08:00', { name: 'Two', ...named('SB 9212') }),
    ]);
    expect(await linked(second, 'Two')).toEqual([]);
    expect(second.lines.join('\n')).toContain('is a bill in several sessions');
    // Another bill on the agenda has its session.
    const third = named('SB 9212', 'SB 9211');
    third.agenda[0]?.related_entities.push({
      ...{ name: 'SB 9213', entity_type: 'bill', note: 'consideration' },
      ...{
        bill: {
          id: 'ocd-bill/1',
          session: '2061 1st Special Session',
          identifier: 'SB 9213',
          title: 'Housing',
        },
      },
    });
    const mixed = await bring([event('agenda-3', '2061-02-03T13:00:00-08:00', { name: 'Three', ...third })]);
    expect((await linked(mixed, 'Three')).toSorted()).toEqual(['SB 9212', 'SB 9213']);
  });

  it('a hearing that is cancelled or deleted there is cancelled here', async () => {
    await bring([event('c', '2048-02-01T13:00:00-08:00'), event('d', '2048-02-02T13:00:00-08:00')]);
    await bring([
      event('c', '2048-02-01T13:00:00-08:00', { status: 'cancelled' }),
      event('d', '2048-02-02T13:00:00-08:00', { deleted: true }),
    ]);
    expect((await listEvents(2048)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  // openstates-core, importers/events.py: postimport deletes what a legislature lists no longer, also what was held.
  it('a deleted hearing that was held, or that the tenant does not have, stays as it is', async () => {
    const held = event('held-2011', '2011-02-01T13:00:00-08:00');
    await bring([held]);
    const told = await bring([
      { ...held, deleted: true },
      event('unknown-2011', '2011-02-02T13:00:00-08:00', { deleted: true }),
      event('unknown-2062', '2062-02-02T13:00:00-08:00', { deleted: true }),
    ]).catch((error: Error) => error.message);
    expect(told).toContain('Nothing was imported');
    expect((await listEvents(2011)).map(({ status }) => status)).toEqual(['COMPLETED']);
    expect(await listEvents(2062)).toEqual([]);
  });

  it('a hearing that a complete list no longer has is cancelled, and stays so', async () => {
    const list = [
      event('first', '2049-01-10T13:00:00-08:00'),
      event('gone', '2049-02-01T13:00:00-08:00'),
      lastOfYear(2049),
    ];
    await bring(list);
    const without = list.filter(({ id }) => id !== 'ocd-event/gone');
    for (const _ of ['once', 'again']) {
      await bring(without);
      expect((await listEvents(2049)).map(({ status }) => status)).toEqual([
        ...['SCHEDULED', 'CANCELLED', 'SCHEDULED'],
      ]);
    }
  });

  it('a hearing that cannot be read any more is refused, and not taken for removed', async () => {
    const list = [
      event('first-2053', '2053-01-10T13:00:00-08:00'),
      event('damaged', '2053-02-01T13:00:00-08:00'),
      lastOfYear(2053),
    ];
    await bring(list);
    await bring(list.map((one) => (one.id === 'ocd-event/damaged' ? { ...one, start_date: 'soon' } : one)));
    expect((await listEvents(2053)).map(({ status }) => status)).toEqual(Array(3).fill('SCHEDULED'));
  });

  it('one page of several says nothing of the events of the others', async () => {
    const list = [
      event('p1', '2050-01-10T13:00:00-08:00'),
      event('p2', '2050-02-01T13:00:00-08:00'),
      lastOfYear(2050),
    ];
    await bring(list);
    await bring([list[0] ?? {}, list[2] ?? {}], { page: 1, max_page: 2 });
    expect((await listEvents(2050)).map(({ status }) => status)).toEqual(Array(3).fill('SCHEDULED'));
  });

  it('a row without an id or with an impossible day is refused alone', async () => {
    const { counts: told, lines } = await bring([
      { ...event('x', '2051-01-10T13:00:00-08:00'), id: '' },
      event('y', '2051-02-30'),
      event('z', '2051-03-01'),
    ]);
    expect(told.events).toMatchObject({ created: 1, refused: 2 });
    expect(lines.join('\n')).toContain('start_date: is no day and no moment such as');
  });
});
