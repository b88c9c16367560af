// What legislatures publish, imported as files: people, committees with numbers, sessions, bills and hearings.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NaturalKey } from '../../functions/billtracking/bills/record/bill.ts';
import {
  billById,
  billIdsByNaturalKey,
  listRollCalls,
} from '../../functions/billtracking/bills/record/store.ts';
import { eventsByDay } from '../../functions/billtracking/events/record/store.ts';
import type { ImportKind } from '../../infra/import/arguments.ts';
import { committeesByState } from '../../shared/legislature/committee-numbers.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importInto } from './import-into.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

type Files = Readonly<Record<string, unknown>>;

/** Imports files of a folder; text is written unchanged, other values as JSON. */
async function importFiles(kind: ImportKind, files: Files, options: { dryRun?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'legislature-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return await importInto(kind, folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const created = (count: number, refused = 0) => ({ created: count, updated: 0, unchanged: 0, refused });
const unchanged = (count: number, refused = 0) => ({ created: 0, updated: 0, unchanged: count, refused });
async function bill(named: NaturalKey) {
  const tenant = platform.store('demo');
  const [id] = await billIdsByNaturalKey(tenant, [named]);
  return id === undefined ? undefined : billById(tenant, id);
}

const person = 'ocd-person/7c1d2f3e-0000-4000-8000-000000000001';
const committee = 'ocd-organization/7c1d2f3e-0000-4000-8000-000000000002';
const openStates: Files = {
  'people.json': [
    {
      id: person,
      state: 'OR',
      name: 'Ada Gale',
      family_name: 'Gale',
      roles: [{ type: 'lower', district: '9' }],
    },
  ],
  'committees.json': [
    {
      id: committee,
      state: 'OR',
      name: 'Housing and Homelessness',
      chamber: 'lower',
      classification: 'committee',
      parent: null,
      members: [{ person_id: person, name: 'Ada Gale', role: 'chair' }],
    },
  ],
  'jurisdiction.json': {
    id: 'ocd-jurisdiction/country:us/state:or/government',
    legislative_sessions: [
      {
        identifier: '2025R1',
        name: '2025 Regular Session',
        classification: 'primary',
        start_date: '2025-01-21',
      },
      {
        identifier: '2026R1',
        name: '2026 Regular Session',
        classification: 'primary',
        start_date: '2026-02-02',
      },
    ],
  },
  'bills.json': {
    results: [
      {
        session: '2026R1',
        jurisdiction: { id: 'ocd-jurisdiction/country:us/state:or/government' },
        from_organization: { classification: 'lower' },
        identifier: 'HB 4001',
        title: 'Relating to housing.',
        sponsorships: [{ name: 'Gale', primary: true, person: { id: person } }],
        actions: [
          {
            organization: { classification: 'lower' },
            description: 'Referred to Housing.',
            date: '2026-02-03',
            classification: ['referral-committee'],
            related_entities: [
              { entity_type: 'organization', name: 'Housing', organization: { id: committee } },
            ],
          },
        ],
      },
      { session: '2026R1', jurisdiction: 'or', identifier: '—', title: 'Numberless' },
    ],
  },
  'notes.json': { by: 'somebody' },
};

describe('openstates', () => {
  it('a dry run reports all outcomes and writes nothing', async () => {
    const { counts } = await importFiles('openstates', openStates, { dryRun: true });
    expect(counts).toMatchObject({ people: created(1), committees: created(1), bills: created(1, 1) });
    expect(await committeesByState(platform.store('demo'), 41)).toEqual([]);
    expect(await bill({ stateId: 41, session: '2026R1', billNumber: 'HB 4001' })).toBeUndefined();
  });

  it('each file is imported by its content, rows are refused one by one, and unknown files are skipped', async () => {
    const { counts, lines } = await importFiles('openstates', openStates);
    expect(counts).toEqual({
      people: created(1),
      committees: created(1),
      memberships: created(1),
      sessions: { created: 1, updated: 0, unchanged: 1, refused: 0 },
      bills: created(1, 1),
    });
    const output = lines.join('\n');
    expect(output).toContain(
      'bills row bills.json 2, identifier: is no number of a bill, such as HB 1110 ("—")',
    );
    expect(output).toMatch(
      /notes\.json" contains none of people, committees, sessions, bills, events; it was skipped/,
    );
    const [numbered] = await committeesByState(platform.store('demo'), 41);
    expect(numbered?.number).toBe(410_001);
    expect(await bill({ stateId: 41, session: '2026R1', billNumber: 'HB 4001' })).toMatchObject({
      sessionName: '2026 Regular Session',
      sessionId: 10_003,
      committees: [{ id: 410_001, name: 'Housing and Homelessness', chamber: 'lower' }],
      sponsors: [{ name: 'Gale', personId: expect.any(String), isPrimary: true }],
    });
  });

  it('a second import changes nothing; a new action changes only its bill', async () => {
    const { counts } = await importFiles('openstates', openStates);
    expect(counts).toEqual({
      people: unchanged(1),
      committees: unchanged(1),
      memberships: unchanged(1),
      sessions: unchanged(2),
      bills: unchanged(1, 1),
    });
    const { results } = openStates['bills.json'] as { results: readonly { actions?: object[] }[] };
    const [first] = results;
    const more = {
      ...first,
      actions: [
        ...(first?.actions ?? []),
        { description: 'Passed.', date: '2026-02-20', classification: ['passage'], order: 9 },
      ],
    };
    const news = await importFiles('openstates', { 'bills.json': { results: [more] } });
    expect(news.counts).toEqual({ bills: { created: 0, updated: 1, unchanged: 0, refused: 0 } });
    expect(await bill({ stateId: 41, session: '2026R1', billNumber: 'hb4001' })).toMatchObject({
      status: 'Passed Chamber',
      lastActionOn: '2026-02-20',
    });
  });

  it('a file of another kind is refused with the expected kinds', async () => {
    await expect(importFiles('openstates', { 'x.json': [{ colour: 'blue' }] })).rejects.toThrow(
      /x\.json" contains none of the kinds of this source: people, committees, sessions, bills, events\./,
    );
  });
});

describe('legiscan', () => {
  const session = { session_name: '2026 Regular Session', special: 0 };
  const hearing = { type_id: 1, type: 'Hearing', date: '2026-02-11', time: '13:00', location: 'Room 250' };
  const dataSet: Files = {
    'MD/2026_Regular/bill/HB12.json': {
      bill: {
        bill_id: 1,
        state: 'MD',
        bill_number: 'HB12',
        title: 'Residential Leases',
        status: 1,
        body: 'H',
        session,
        history: [{ date: '2026-01-14', action: 'First Reading Economic Matters', chamber: 'H' }],
        referrals: [{ chamber: 'H', name: 'Economic Matters' }],
        votes: [{ roll_call_id: 5, date: '2026-03-01', desc: 'Third Reading', passed: 1, yea: 1, nay: 0 }],
        calendar: [hearing],
      },
    },
    'MD/2026_Regular/bill/SB34.json': {
      bill: {
        bill_id: 2,
        state: 'MD',
        bill_number: 'SB34',
        title: 'The same',
        body: 'S',
        session,
        calendar: [hearing],
      },
    },
    'MD/2026_Regular/bill/SB35.json': '{"bill": {"bill_id": 3,',
    'MD/2026_Regular/people/9.json': { person: { people_id: 9, name: 'Ada Gale' } },
    'MD/2026_Regular/vote/5.json': { roll_call: { roll_call_id: 5, votes: [{ people_id: 9, vote_id: 1 }] } },
  };

  it('an unpacked data set is imported into the known session; only a damaged file is refused', async () => {
    const { counts, lines } = await importFiles('legiscan', dataSet);
    expect(counts).toEqual({ bills: created(2, 1), events: created(1) });
    expect(lines.join('\n')).toContain('SB35.json, (file):');
    const found = await bill({ stateId: 24, session: '2026', billNumber: 'HB 12' });
    expect(found).toMatchObject({ sessionId: 2402, session: '2026', status: 'Introduced' });
    const tenant = platform.store('demo');
    const [rollCall] = await listRollCalls(tenant, found?.id ?? '');
    expect(rollCall?.votes).toEqual([{ name: 'Ada Gale', voteType: 'yea' }]);
    const { items } = await tenant.query(eventsByDay(tenant, 24).listing);
    expect(items[0]?.billIds).toHaveLength(2);
    // This hearing is in the past; a future one is scheduled.
    expect(items[0]).toMatchObject({ status: 'COMPLETED', sourceType: 'Hearing' });
    expect((await importFiles('legiscan', dataSet)).counts).toEqual({
      bills: unchanged(2, 1),
      events: unchanged(1),
    });
  });

  it('a future hearing is scheduled', async () => {
    const ahead = { ...hearing, date: '2999-02-11' };
    const later = {
      bill_id: 4,
      state: 'MD',
      bill_number: 'HB13',
      title: 'Later',
      session,
      calendar: [ahead],
    };
    await importFiles('legiscan', { 'HB13.json': { bill: later } });
    const tenant = platform.store('demo');
    const { items } = await tenant.query(eventsByDay(tenant, 24).listing);
    expect(items.find(({ startDate }) => startDate === '2999-02-11')?.status).toBe('SCHEDULED');
  });

  it('a folder without bills is refused', async () => {
    await expect(importFiles('legiscan', { 'p.json': { person: { people_id: 1 } } })).rejects.toThrow(
      /contains no bills: files with \{"bill": \{\.\.\.\}\} are expected/,
    );
  });
});

it('congress: memberships without their committees are refused before anything is written', async () => {
  const alone = { 'm.json': { SSAF: [{ name: 'John Roe', bioguide: 'R000001' }] } };
  await expect(importFiles('congress', alone)).rejects.toThrow(/adds to another file/);
});
