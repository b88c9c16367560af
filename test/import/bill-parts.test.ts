// A second import of bills: parts that its source does not give stay, and parts of the wrong type are refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportKind } from '../../infra/import/arguments.ts';
import { recordId } from '../../shared/directory/record/record-id.ts';
import { people } from '../../shared/directory/writing/collection.ts';
import { upsert } from '../../shared/directory/writing/upsert.ts';
import { type BillsPlatform, publicBills, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import { importText } from './import-into.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const bring = (kind: ImportKind, value: unknown) =>
  importText(kind, JSON.stringify(value), { name: 'bills.json' });

interface Found {
  readonly id: number;
  readonly bill: Readonly<Record<string, unknown>>;
  readonly actions: readonly { readonly actionText: string }[];
  readonly rollCalls: readonly { readonly id: number }[];
}

/** All replies about a bill. */
async function found(billNumber: string, sessionId: number): Promise<Found> {
  const { body } = await service.post(`${publicBills}/list`, {
    trackingStatuses: ['NOT_TRACKED'],
    sessionId,
    billNumber,
  });
  const { id } = body.collection[0];
  const [{ body: bill }, { body: actions }, { body: rollCalls }] = await Promise.all([
    service.get(`/api/1.0/bill/${id}`),
    service.get(`${publicBills}/${id}/actionhistory`),
    service.get(`${publicBills}/${id}/rollcall`),
  ]);
  return { id, bill: bill.data, actions, rollCalls };
}

const sessionOf = async (stateId: number, identifier: string): Promise<number> => {
  const { body } = await service.get(`/api/1.0/dropdown/sessions?stateId=${stateId}`);
  return body.data.find((session: { identifier: string }) => session.identifier === identifier).id;
};

const lower = { classification: 'lower' };
const openStates = {
  session: '2026R1',
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:or/government' },
  from_organization: lower,
  identifier: 'HB 4001',
  title: 'Relating to housing.',
  subject: ['HOUSING'],
  abstracts: [{ abstract: 'Lets counties build.' }],
  other_titles: [{ title: 'The housing bill' }],
  sponsorships: [
    { name: 'Reed', primary: false },
    { name: 'Gale', primary: true },
  ],
  actions: [
    {
      organization: lower,
      description: 'First reading.',
      date: '2026-02-02',
      classification: ['introduction'],
    },
    {
      organization: lower,
      description: 'Third reading. Passed.',
      date: '2026-02-20',
      classification: ['passage'],
    },
  ],
  versions: [{ note: 'Introduced', date: '2026-02-02', links: [{ url: 'https://example.org/a.pdf' }] }],
  sources: [{ url: 'https://example.org/hb4001' }],
  related_bills: [{ identifier: 'SB 1501', legislative_session: '2026R1', relation_type: 'companion' }],
  votes: [
    {
      id: 'ocd-vote/1',
      motion_text: 'Third reading',
      motion_classification: ['passage'],
      start_date: '2026-02-20',
      result: 'pass',
      organization: lower,
      counts: [{ option: 'yes', value: 1 }],
      votes: [{ option: 'yes', voter_name: 'Gale' }],
    },
  ],
};
const bare = ({
  session,
  jurisdiction,
  from_organization,
  identifier,
  title,
}: typeof openStates): Record<string, unknown> => ({
  session,
  jurisdiction,
  from_organization,
  identifier,
  title,
});

describe('bills of Open States without the parts that include= adds', () => {
  it('keep earlier parts and get the new ones', async () => {
    await bring('openstates', [openStates]);
    const session = await sessionOf(41, '2026R1');
    const before = await found('HB 4001', session);
    expect(before.actions).toHaveLength(2);
    expect(before.rollCalls).toHaveLength(1);
    expect(before.bill).toMatchObject({
      status: 'Passed Chamber',
      sponsors: [
        { name: 'Gale', isPrimary: true },
        { name: 'Reed', isPrimary: false },
      ],
    });

    const same = await bring('openstates', [bare(openStates)]);
    expect(same.counts).toMatchObject({ bills: { updated: 0, unchanged: 1, refused: 0 } });
    expect(await found('HB 4001', session)).toEqual(before);

    const renamed = {
      ...bare(openStates),
      title: 'Relating to homes.',
      latest_action_date: '2026-02-27',
      latest_action_description: 'Sent to the Senate.',
    };
    await bring('openstates', [renamed]);
    const after = await found('HB 4001', session);
    expect(after).toEqual({
      ...before,
      bill: {
        ...before.bill,
        title: 'Relating to homes.',
        lastActionOn: '2026-02-27',
        lastActionTaken: 'Sent to the Senate.',
      },
    });
    const { body: votes } = await service.get(`${publicBills}/rollcall/${after.rollCalls[0]?.id}/detail`);
    expect(votes.legislativeRollcallDetail).toMatchObject([{ name: 'Gale', voteType: 'Yea' }]);
  });

  it('lose parts that the file gives as empty', async () => {
    await bring('openstates', [{ ...bare(openStates), actions: [], votes: [], versions: [] }]);
    const emptied = await found('HB 4001', await sessionOf(41, '2026R1'));
    expect([emptied.actions, emptied.rollCalls, emptied.bill.versions]).toEqual([[], [], []]);
    expect(emptied.bill.sponsors).toHaveLength(2);
  });

  it('are refused by row when a part is of another type, and stay unchanged', async () => {
    await bring('openstates', [openStates]);
    const session = await sessionOf(41, '2026R1');
    const before = await found('HB 4001', session);
    const { counts, lines } = await bring('openstates', [
      { ...openStates, actions: 'nope', versions: [{ note: 'A' }, 7] },
    ]);
    expect(counts).toMatchObject({ bills: { updated: 0, refused: 1 } });
    const output = lines.join('\n');
    expect(output).toContain(
      'bills row 1, actions: is a text: a list of objects, or nothing where it is not given, is expected',
    );
    expect(output).toContain('bills row 1, versions.1: is a number: an object is expected');
    expect(await found('HB 4001', session)).toEqual(before);
  });
});

describe('what an import cannot read', () => {
  const session = { session: '2024R1' };

  it('is said by row, and the rest of the row is imported: links, roll calls without a date, actions without a text', async () => {
    const { counts, lines } = await bring('openstates', [
      {
        ...openStates,
        ...session,
        versions: [
          {
            note: 'Introduced',
            links: [{ url: 'javascript:alert(1)' }, { url: 'https://example.org/b.pdf' }],
          },
          { note: 'Engrossed', links: [{ url: '' }] },
        ],
        sources: [{ url: 'ftp://example.org/x' }, { url: 'https://example.org/hb4001' }],
        actions: [...openStates.actions, { organization: lower, date: '2026-02-21', description: '' }],
        votes: [
          { motion_text: 'Third reading', result: 'pass', counts: [] },
          { ...openStates.votes[0], sources: [{ url: 'data:text/html,x' }] },
        ],
      },
    ]);
    expect(counts).toMatchObject({ bills: { created: 1, refused: 0 } });
    const output = lines.join('\n');
    for (const said of [
      'versions.links.url: is left out: a link must begin with https:// or http://',
      'sources.url: is left out',
      'actions.description: is missing: an action is left out',
      'votes.0: is left out: a roll call needs a start_date such as 2026-01-31 and a motion_text',
      'votes.1.sources.url: is left out',
    ])
      expect(output).toContain(said);
    const { bill, actions, rollCalls } = await found('HB 4001', await sessionOf(41, '2024R1'));
    expect(bill).toMatchObject({
      versions: [
        { type: 'Introduced', url: 'https://example.org/b.pdf' },
        { type: 'Engrossed', url: null },
      ],
      sources: [{ url: 'https://example.org/hb4001' }],
    });
    expect([actions, rollCalls]).toMatchObject([{ length: 2 }, [{ sourceUrl: null }]]);
  });

  it('is never an empty text, which means absent and clears nothing', async () => {
    const at = await sessionOf(41, '2024R1');
    await bring('openstates', [{ ...openStates, ...session }]);
    const before = await found('HB 4001', at);
    const { counts } = await bring('openstates', [
      {
        ...bare(openStates),
        ...session,
        subject: '',
        actions: '',
        votes: '',
        abstracts: [{ abstract: '' }],
        other_titles: [{ title: ' ' }],
        latest_action_description: '',
      },
    ]);
    expect(counts).toMatchObject({ bills: { unchanged: 1 } });
    expect(await found('HB 4001', at)).toEqual(before);
  });

  it('does not decide what a file contains: a bad first row is refused alone', async () => {
    for (const bad of [{ nothing: 'known' }, 7, { members: 'of no committee' }]) {
      const { counts } = await bring('openstates', [
        bad,
        { ...openStates, ...session },
        { ...openStates, ...session, identifier: 'HB 4002' },
      ]);
      expect(counts, JSON.stringify(bad)).toMatchObject({ bills: { refused: 1 } });
    }
    const legiscan = await bring('legiscan', [
      7,
      { other: {} },
      { bill: { state: 'GA', bill_number: 'HB1' } },
    ]);
    expect(legiscan.counts).toMatchObject({ bills: { refused: 2 } });
    expect(legiscan.lines.join('\n')).toContain('holds none of bill, person, roll_call');
  });
});

describe('bills of the Congress', () => {
  const bill = {
    congress: 119,
    govtrackType: 'h',
    number: 9001,
    state: { value: 'REFERRED' },
    introduced: '2025-02-01',
    titles: [{ type: 'official', as: 'introduced', title: 'To amend the code.' }],
    sponsorGovtrackId: 1,
    cosponsors: [{ govtrackId: 2 }],
    actions: [{ kind: 'action', datetime: '2025-02-01', text: 'Introduced in House' }],
    committees: [],
    related: [{ relation: 'identical', session: '119', type: 's', number: '9002' }],
    subjects: ['Codes'],
    summary: 'Amends it.',
  };
  const { congress, govtrackType, number, titles } = bill;

  it('keep the parts that a second file leaves out; a part of another type is refused', async () => {
    await bring('congress', [bill]);
    const session = await sessionOf(0, '119');
    const before = await found('HR 9001', session);
    expect(before.bill).toMatchObject({
      sponsors: [
        { name: 'Unnamed (GovTrack 1)', isPrimary: true },
        { name: 'Unnamed (GovTrack 2)', isPrimary: false },
      ],
      introducedDate: '2025-02-01',
    });
    await bring('congress', [{ congress, govtrackType, number, titles }]);
    expect(await found('HR 9001', session)).toEqual(before);
    const { counts, lines } = await bring('congress', [{ ...bill, actions: 'nope' }]);
    expect(counts).toMatchObject({ bills: { refused: 1 } });
    expect(lines.join('\n')).toContain('actions: is a text: a list of objects');
    expect(await found('HR 9001', session)).toEqual(before);
  });
});

describe('bills of LegiScan', () => {
  const bill = {
    bill_id: 1,
    state: 'GA',
    bill_number: 'SB77',
    title: 'Counties; roads',
    description: 'A bill about roads.',
    status: 1,
    body: 'S',
    session: { session_name: '2025 Regular Session', special: 0 },
    history: [{ date: '2025-01-14', action: 'Senate Hopper', chamber: 'S' }],
    sponsors: [
      {
        people_id: 8,
        name: 'Ann Reed',
        last_name: 'Reed',
        role: 'Sen',
        district: 'SD-002',
        sponsor_type_id: 2,
      },
      {
        people_id: 9,
        name: 'Ben Watson',
        last_name: 'Watson',
        role: 'Sen',
        district: 'SD-001',
        sponsor_type_id: 1,
      },
    ],
    votes: [
      { roll_call_id: 5, date: '2025-03-01', desc: 'Passage', passed: 1, chamber: 'S', yea: 2, nay: 0 },
    ],
    texts: [{ type: 'Introduced', date: '2025-01-14', state_link: 'https://example.org/sb77' }],
  };
  const votes = {
    roll_call: {
      roll_call_id: 5,
      votes: [
        { people_id: 9, vote_id: 1 },
        { people_id: 10, vote_id: 1 },
      ],
    },
  };
  const person = (people_id: number, name: string, last_name: string, district: string) => ({
    person: { people_id, name, last_name, role: 'Sen', district },
  });
  const dataSet = [
    { bill },
    votes,
    person(9, 'Ben Watson', 'Watson', 'SD-001'),
    person(10, 'Cy Jones', 'Jones', 'SD-003'),
  ];
  const idOf = (key: string): string => recordId('demo', 'test', key);
  const seated = (key: string, lastName: string, role: string, district: string) => ({
    id: idOf(key),
    content: {
      firstName: 'B',
      lastName,
      offices: [{ id: idOf(`${key} seat`), kind: 'legislature', role, state: 'ga', district } as const],
    },
  });

  it('name the people of the directory by state, chamber, district and last name, where exactly one matches', async () => {
    await upsert(
      service.store,
      people,
      [
        seated('watson', 'WATSON', 'upper', '1'),
        seated('another', 'Watson', 'lower', '1'),
        seated('jones', 'Jones', 'upper', '3'),
        seated('namesake', 'Jones', 'upper', '3'),
      ],
      { now: service.now },
    );
    const { lines } = await bring('legiscan', dataSet);
    expect(lines.join('\n')).toContain('2 of 3 sponsors and voters match no person of this tenant');
    const { bill: presented } = await found('SB 77', await sessionOf(13, '2025'));
    expect(presented.sponsors).toMatchObject([
      { id: idOf('watson'), name: 'Ben Watson', isPrimary: true },
      { id: 'Ann Reed', name: 'Ann Reed', isPrimary: false },
    ]);
  });

  it('have voters with names: the directory has those that the data set leaves out', async () => {
    await upsert(
      service.store,
      people,
      [
        {
          ...seated('vance', 'Vance', 'upper', '7'),
          content: { ...seated('vance', 'Vance', 'upper', '7').content, firstName: 'Dora' },
        },
      ],
      { now: service.now },
    );
    const rollCall = { ...bill.votes[0], roll_call_id: 6 };
    const { lines } = await bring('legiscan', [
      {
        bill: {
          ...bill,
          bill_number: 'SB78',
          votes: [rollCall, { ...rollCall, roll_call_id: 7, date: '0000-00-00' }],
        },
      },
      {
        roll_call: {
          roll_call_id: 6,
          votes: [
            { people_id: 11, vote_id: 1 },
            { people_id: 99, vote_id: 2 },
          ],
        },
      },
      {
        person: {
          people_id: 11,
          name: '',
          first_name: '',
          last_name: 'Vance',
          role: 'Sen',
          district: 'SD-007',
        },
      },
    ]);
    expect(lines.join('\n')).toContain('votes.1: is left out: a roll call needs roll_call_id, a date');
    expect(lines.join('\n')).toContain('the data set has no name; the vote is left out');
    const { rollCalls } = await found('SB 78', await sessionOf(13, '2025'));
    expect(rollCalls).toHaveLength(1);
    const { body } = await service.get(`${publicBills}/rollcall/${rollCalls[0]?.id}/detail`);
    expect(body.legislativeRollcallDetail).toEqual([
      { name: 'Vance', firstName: 'Dora', lastName: 'Vance', voteType: 'Yea' },
    ]);
  });

  it('keep votes when the folder of votes is missing, and all parts that are left out', async () => {
    const session = await sessionOf(13, '2025');
    const before = await found('SB 77', session);
    const { bill_id, state, bill_number, title, session: of } = bill;
    await bring('legiscan', { bill });
    await bring('legiscan', { bill: { bill_id, state, bill_number, title, session: of } });
    const after = await found('SB 77', session);
    expect(after).toEqual(before);
    const { body } = await service.get(`${publicBills}/rollcall/${after.rollCalls[0]?.id}/detail`);
    expect(body.legislativeRollcallDetail).toMatchObject([{ name: 'Cy Jones' }, { name: 'Ben Watson' }]);
    const { counts } = await bring('legiscan', { bill: { ...bill, history: {} } });
    expect(counts).toMatchObject({ bills: { refused: 1 } });
  });
});
