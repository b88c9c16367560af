// The same roll call from two sources is one, with the word of both. Votes of Open States are in the shape of github.com/openstates/api-v3
// (schemas.py: VoteEvent), those of LegiScan in that of its API user manual (getBill: votes; getRollCall: votes of each member).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceName } from '../../../functions/billtracking/source-name.ts';
import { importBills } from '../../../functions/billtracking/sources/import-bills.ts';
import { parseLegiscanBill } from '../../../functions/billtracking/sources/read/legiscan-bills.ts';
import { parseOpenStatesBills } from '../../../functions/billtracking/sources/read/openstates-bills.ts';
import type { SourceRun } from '../../../functions/billtracking/sources/source-run.ts';
import { buildAction, buildOpenStatesBill } from '../feeds/open-states-provider.ts';
import { type BillsPlatform, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

type Json = Record<string, unknown>;

function buildRun(source: SourceName, now: string): SourceRun & { readonly outcomes: string[] } {
  const outcomes: string[] = [];
  return {
    tenant: service.store,
    ...{ source, now: new Date(now), dryRun: false, outcomes },
    report: {
      count: (_, outcome) => outcomes.push(outcome),
      refuse: (_, row, problems) => outcomes.push(`refused ${row}: ${JSON.stringify(problems)}`),
      leaveOut: () => undefined,
    },
    progress: { begin: () => undefined, add: () => undefined, end: () => undefined },
    remark: () => undefined,
  };
}

const house = { id: 'ocd-organization/1', name: 'House', classification: 'lower' };

/** A vote of Open States; the names of those who voted are given by their votes. */
const buildVote = (
  id: string,
  motion_text: string,
  [yes, no]: readonly [number, number],
  more: Json = {},
): Json => ({
  ...{ id: `ocd-vote/${id}`, identifier: id, motion_text, motion_classification: ['passage'] },
  ...{ start_date: '2027-02-10', result: yes > no ? 'pass' : 'fail', organization: house },
  counts: [
    { option: 'yes', value: yes },
    { option: 'no', value: no },
  ],
  votes: [{ option: 'yes', voter_name: 'Ada Lovelace' }],
  sources: [{ url: 'https://legislature.example.org/votes/1', note: '' }],
  ...more,
});

async function readOpenStates(
  now: string,
  number: string,
  votes: Json[],
  more: Json = {},
  source: SourceName = 'OPEN_STATES_API',
) {
  const run = buildRun(source, now);
  await importBills(
    run,
    parseOpenStatesBills([buildOpenStatesBill(number, '2027-02-11T00:00:00+00:00', { votes, ...more })]),
  );
  return run.outcomes;
}

/** A roll call in a bill of LegiScan. */
const buildEntry = (roll_call_id: number, desc: string, [yea, nay]: readonly [number, number]): Json => ({
  ...{ roll_call_id, date: '2027-02-10', desc, yea, nay, nv: 0, absent: 0, total: yea + nay },
  ...{ passed: yea > nay ? 1 : 0, chamber: 'H', chamber_id: 100, url: '', state_link: '' },
});

async function readLegiscan(now: string, number: string, votes: Json[], more: Json = {}) {
  const run = buildRun('LEGISCAN_API', now);
  const bill = {
    ...{ bill_id: 1, bill_number: number.replace(' ', ''), state: 'VT', state_id: 45, change_hash: 'a' },
    session: {
      ...{
        session_id: 2100,
        state_id: 45,
        year_start: 2027,
        year_end: 2028,
        prefile: 0,
        sine_die: 0,
        prior: 0,
      },
      ...{ special: 0, session_tag: 'Regular Session', session_title: '2027-2028 Regular Session' },
      session_name: '2027-2028 Regular Session',
    },
    ...{ url: '', state_link: '', completed: 0, status: 1, status_date: '2027-01-05' },
    progress: [{ date: '2027-01-05', event: 1 }],
    ...{
      bill_type: 'B',
      bill_type_id: '1',
      body: 'H',
      body_id: 100,
      current_body: 'H',
      current_body_id: 100,
    },
    ...{
      title: `An act relating to ${number}`,
      description: '',
      pending_committee_id: 0,
      committee: [],
      referrals: [],
    },
    history: [
      { date: '2027-01-05', action: 'Read first time', chamber: 'H', chamber_id: 100, importance: 1 },
    ],
    ...{
      sponsors: [],
      sasts: [],
      subjects: [],
      texts: [],
      amendments: [],
      supplements: [],
      calendar: [],
      votes,
    },
    ...more,
  };
  const row = parseLegiscanBill(number, bill as never, { people: new Map(), rollCalls: new Map() });
  await importBills(run, { total: 1, remarks: [], rows: [row] });
  return run.outcomes;
}

async function findBill(number: string) {
  const { body } = await service.post(`${publicBills}/list`, {
    ...{ billNumber: number, stateIds: [50], trackingStatuses: ['NOT_TRACKED'] },
  });
  return body.collection[0];
}
const listVotes = async (number: string) => {
  const { id } = await findBill(number);
  return (await service.get(`${publicBills}/${id}/rollcall`)).body;
};

it('a source that changes one part of a bill sets back no other part that another source brought', async () => {
  const sponsorships = [
    { name: 'Ada Lovelace', entity_type: 'person', primary: true, classification: 'primary' },
  ];
  const listSponsors = async (): Promise<string[]> => {
    const { id } = await findBill('H 180');
    const { body } = await service.get(`${publicBills}/${id}/detail`);
    return body.sponsors.map(({ name }: Json) => name);
  };
  await readOpenStates('2027-02-11T12:00:00Z', 'H 180', [], { sponsorships, subject: ['ROADS'] });
  const sponsors = ['Ada Lovelace', 'Grace Hopper'].map((name, index) => ({
    ...{ people_id: index + 1, name, sponsor_type_id: index + 1, sponsor_order: index + 1, role: 'Rep' },
    ...{ party: 'I', district: 'HD-001', committee_sponsor: 0 },
  }));
  await readLegiscan('2027-02-12T12:00:00Z', 'H 180', [], { sponsors });
  const both = await listSponsors();
  expect(both).toHaveLength(2);
  const changed = { sponsorships, subject: ['ROADS', 'BRIDGES'] };
  expect(await readOpenStates('2027-02-13T12:00:00Z', 'H 180', [], changed)).toEqual(['updated']);
  expect(await listSponsors()).toEqual(both);
  const without = { ...changed, sponsorships: [{ ...sponsorships[0], name: 'Emmy Noether' }] };
  await readOpenStates('2027-02-14T12:00:00Z', 'H 180', [], without);
  expect(await listSponsors()).toEqual(['Emmy Noether']);
});

describe('a roll call of two sources', () => {
  it('is one, keeps its number and its votes, and a repeated import of either is unchanged', async () => {
    const [vote, entry] = [
      buildVote('one', 'Shall the bill pass?', [98, 40]),
      buildEntry(501, 'Third Reading', [98, 40]),
    ];
    expect(await readOpenStates('2027-02-11T12:00:00Z', 'H 101', [vote])).toEqual(['created']);
    const [before] = await listVotes('H 101');
    expect(await readLegiscan('2027-02-12T12:00:00Z', 'H 101', [entry])).toEqual(['updated']);
    const votes = await listVotes('H 101');
    expect(votes).toHaveLength(1);
    expect(votes[0]).toMatchObject({
      ...{ id: before.id, description: 'Shall the bill pass?', votesCountInFavor: 98 },
      sources: [
        {
          source: 'OPEN_STATES_API',
          sourceId: 'ocd-vote/one',
          firstSeen: '2027-02-11',
          lastSeen: '2027-02-11',
        },
        { source: 'LEGISCAN_API', sourceId: 'legiscan:501', firstSeen: '2027-02-12', isListed: true },
      ],
    });
    const detail = await service.get(`${publicBills}/rollcall/${before.id}/detail`);
    expect(detail.body.legislativeRollcallDetail).toMatchObject([{ name: 'Ada Lovelace' }]);
    expect(await readOpenStates('2027-02-13T12:00:00Z', 'H 101', [vote])).toEqual(['unchanged']);
    expect(await readLegiscan('2027-02-14T12:00:00Z', 'H 101', [entry])).toEqual(['unchanged']);
    const days = (await listVotes('H 101'))[0].sources.map(({ lastSeen }: { lastSeen: string }) => lastSeen);
    expect(days).toEqual(['2027-02-13', '2027-02-14']);
  });

  it('that one corrects is not set back by the other, and the history says what changed', async () => {
    await readLegiscan('2027-02-11T12:00:00Z', 'H 102', [buildEntry(502, 'Third Reading', [60, 30])]);
    await readOpenStates('2027-02-11T13:00:00Z', 'H 102', [
      buildVote('two', 'Shall the bill pass?', [60, 30]),
    ]);
    await readOpenStates('2027-02-12T13:00:00Z', 'H 102', [
      buildVote('two', 'Shall the bill pass?', [61, 30]),
    ]);
    expect(
      await readLegiscan('2027-02-13T12:00:00Z', 'H 102', [buildEntry(502, 'Third Reading', [60, 30])]),
    ).toEqual(['unchanged']);
    // A change elsewhere in the bill does not repeat the old count either.
    const title = { title: 'An act relating to another thing' };
    expect(
      await readLegiscan(
        '2027-02-14T12:00:00Z',
        'H 102',
        [buildEntry(502, 'Third Reading', [60, 30])],
        title,
      ),
    ).toEqual(['updated']);
    const votes = await listVotes('H 102');
    expect(votes).toMatchObject([
      {
        ...{ description: 'Third Reading', votesCountInFavor: 61 },
        sources: expect.arrayContaining([
          expect.objectContaining({ source: 'LEGISCAN_API', votesCountInFavor: 60 }),
          expect.objectContaining({
            source: 'OPEN_STATES_API',
            votesCountInFavor: 61,
            changedOn: '2027-02-12',
            changed: ['yea'],
          }),
        ]),
      },
    ]);
  });

  it('that one withdraws stays as long as the other has it', async () => {
    const vote = buildVote('three', 'Shall the bill pass?', [50, 40]);
    await readOpenStates('2027-02-11T12:00:00Z', 'H 103', [vote]);
    await readLegiscan('2027-02-11T13:00:00Z', 'H 103', [buildEntry(503, 'Passage', [50, 40])]);
    await readOpenStates('2027-02-12T12:00:00Z', 'H 103', []);
    expect((await listVotes('H 103'))[0].sources).toMatchObject([
      { source: 'OPEN_STATES_API', isListed: false, lastSeen: '2027-02-12' },
      { source: 'LEGISCAN_API', isListed: true },
    ]);
    await readLegiscan('2027-02-13T12:00:00Z', 'H 103', []);
    expect(await listVotes('H 103')).toEqual([]);
  });

  it('is another one with other counts and words, of another kind, or on another day', async () => {
    await readOpenStates('2027-02-11T12:00:00Z', 'H 104', [
      buildVote('a', 'Shall the bill pass?', [90, 48]),
      buildVote('b', 'Shall the amendment of Ms. Gale be adopted?', [90, 47], {
        motion_classification: ['amendment'],
      }),
      buildVote('c', 'Shall the rules be suspended?', [90, 46], {
        start_date: '2027-02-09',
        motion_classification: [],
      }),
    ]);
    await readLegiscan('2027-02-11T13:00:00Z', 'H 104', [
      buildEntry(601, 'Third Reading', [91, 48]),
      buildEntry(602, 'Third Reading', [90, 47]),
      buildEntry(603, 'Suspension', [90, 46]),
    ]);
    expect(await listVotes('H 104')).toHaveLength(6);
  });

  it('is matched one by one where several of a day have the same counts', async () => {
    const unanimous = [1, 2].map((index) =>
      buildVote(`u${index}`, `Motion ${index}`, [138, 0], { motion_classification: [] }),
    );
    await readOpenStates('2027-02-11T12:00:00Z', 'H 105', unanimous);
    await readLegiscan('2027-02-11T13:00:00Z', 'H 105', [
      buildEntry(702, 'Motion 2', [138, 0]),
      buildEntry(701, 'Motion 1', [138, 0]),
    ]);
    const votes: { description: string; sources: { sourceId: string }[] }[] = await listVotes('H 105');
    expect(
      votes
        .map(({ description, sources }) => [description, ...sources.map(({ sourceId }) => sourceId)])
        .toSorted(),
    ).toEqual([
      ['Motion 1', 'ocd-vote/u1', 'legiscan:701'],
      ['Motion 2', 'ocd-vote/u2', 'legiscan:702'],
    ]);
  });

  it('of a file and a feed follows the feed, also when the older file is imported again', async () => {
    const old = buildVote('file', 'Shall the bill pass?', [70, 30]);
    await readOpenStates('2027-02-11T12:00:00Z', 'H 106', [old], {}, 'OPEN_STATES_FILE');
    await readOpenStates('2027-02-12T12:00:00Z', 'H 106', [
      buildVote('file', 'Shall the bill pass?', [71, 30]),
    ]);
    expect(await readOpenStates('2027-02-13T12:00:00Z', 'H 106', [old], {}, 'OPEN_STATES_FILE')).toEqual([
      'unchanged',
    ]);
    expect(await listVotes('H 106')).toMatchObject([{ votesCountInFavor: 71 }]);
  });
});

it('a bill of which another source knows a later action keeps it when a late source changes something else', async () => {
  const signed = buildAction('Signed by the Governor', '2027-02-10', ['executive-signature']);
  await readLegiscan('2027-02-09T12:00:00Z', 'H 107', []);
  await readOpenStates('2027-02-11T12:00:00Z', 'H 107', [], {
    ...{
      actions: [signed],
      latest_action_date: '2027-02-10',
      latest_action_description: 'Signed by the Governor',
    },
  });
  const { status, lastActionOn } = await findBill('H 107');
  for (const title of ['A new title', 'Another new title'])
    await readLegiscan('2027-02-12T12:00:00Z', 'H 107', [], { title });
  expect(await findBill('H 107')).toMatchObject({ status, lastActionOn, title: 'Another new title' });
  expect(lastActionOn).toBe('2027-02-10');
});
