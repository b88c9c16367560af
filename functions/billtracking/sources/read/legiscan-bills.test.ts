// Bills in LegiScan's shape (API user manual, getBill and getRollCall).
import { expect, it } from 'vitest';
import { describeRefusals, getRecords } from '../../../../shared/import/rows/row-fixture.ts';
import { parseLegiscanBill } from './legiscan-bills.ts';
import { parseLegiscanEvents } from './legiscan-events.ts';

const bill = {
  bill_id: 1,
  state: 'MD',
  bill_number: 'HB0012',
  bill_type: 'B',
  bill_type_id: '1',
  body: 'H',
  title: 'Real Property - Residential Leases',
  description: 'Requiring a landlord to give notice.',
  status: 4,
  session: { session_name: '2026 Regular Session', special: 0, year_start: 2026 },
  history: [
    { date: '2026-01-14', action: 'First Reading Environment and Transportation', chamber: 'H' },
    { date: '2026-02-11', action: 'Hearing 2/11 at 1:00 p.m.', chamber: 'H' },
  ],
  referrals: [{ date: '2026-01-14', committee_id: 3, chamber: 'H', name: 'Environment and Transportation' }],
  sponsors: [
    { name: 'Ada Gale', sponsor_type_id: 1, sponsor_order: 1, votesmart_id: 17 },
    { name: 'Ben Reed', sponsor_type_id: 2, sponsor_order: 2, votesmart_id: 0 },
  ],
  sasts: [{ type_id: 5, type: 'Crossfiled', sast_bill_number: 'SB0034' }],
  subjects: [{ subject_name: 'Landlord and Tenant' }],
  texts: [{ date: '0000-00-00', type: 'Introduced', state_link: 'https://example.org/hb0012f.pdf' }],
  votes: [
    {
      roll_call_id: 5,
      date: '2026-03-01',
      desc: 'Third Reading Passed',
      passed: 1,
      chamber: 'H',
      yea: 2,
      nay: 1,
    },
  ],
  calendar: [
    {
      type_id: 1,
      type: 'Hearing',
      date: '2026-02-11',
      time: '13:00',
      location: 'Room 250',
      description: 'E&T',
    },
    { type_id: 1, type: 'Hearing', date: '2026-02-30', time: '13:00' },
  ],
  state_link: 'https://example.org/hb0012',
};
const lookups = {
  people: new Map([['9', { name: 'Ada Gale', first_name: 'Ada', last_name: 'Gale', votesmart_id: 17 }]]),
  rollCalls: new Map([
    [
      '5',
      {
        nv: 3,
        absent: 4,
        votes: [
          { people_id: 9, vote_id: 2 },
          { people_id: 404, vote_id: 1 },
        ],
      },
    ],
  ]),
};

it('reads a bill, with voters named by the people of the data set', () => {
  const [draft] = getRecords([parseLegiscanBill('1', bill, lookups)]);
  expect(draft).toMatchObject({
    session: { stateId: 24, identifier: '2026 Regular Session', classification: 'primary' },
    content: {
      billNumber: 'HB 12',
      chamber: 'lower',
      status: 'Passed',
      introducedDate: '2026-01-14',
      lastActionOn: '2026-02-11',
      summary: 'Requiring a landlord to give notice.',
      relations: [{ relation: 'companion', billNumber: 'SB 34' }],
      versions: [{ type: 'Introduced', url: 'https://example.org/hb0012f.pdf' }],
    },
    sponsors: [
      { name: 'Ada Gale', isPrimary: true, externalId: { scheme: 'votesmart', identifier: '17' } },
      { name: 'Ben Reed', isPrimary: false },
    ],
    committees: [{ name: 'Environment and Transportation', chamber: 'lower' }],
    rollCalls: [
      {
        identifier: 'legiscan:5',
        passed: true,
        yea: 2,
        nay: 1,
        notVoting: 3,
        absent: 4,
        votes: [{ name: 'Ada Gale', voteType: 'nay', lastName: 'Gale' }],
      },
    ],
  });
  expect(draft?.content.versions[0]).not.toHaveProperty('date');
  expect(draft?.sponsors[1]).not.toHaveProperty('externalId');
});

it('reads texts with HTML entities as characters, and leaves links and other signs alone', () => {
  const [vote] = bill.votes;
  const [draft] = getRecords([
    parseLegiscanBill(
      '1',
      {
        ...bill,
        title: 'Farmers&#039; Markets &amp; Roads &unknown; A&W',
        votes: [{ ...vote, desc: 'strike &#039;fewer&#039; and insert &quot;lower.&quot;' }],
        state_link: 'https://example.org/hb?a=1&copy=2',
      },
      lookups,
    ),
  ]);
  expect(draft?.content).toMatchObject({
    title: "Farmers' Markets & Roads &unknown; A&W",
    sources: [expect.objectContaining({ url: 'https://example.org/hb?a=1&copy=2' })],
  });
  expect(draft?.rollCalls[0]?.description).toBe('strike \'fewer\' and insert "lower."');
});

it('writes the types of the Congress as the Congress does', () => {
  const numbers = ['HB3590', 'SB968', 'HR240', 'HCR74', 'SJR5'].map((bill_number) => {
    const [draft] = getRecords([parseLegiscanBill('1', { ...bill, state: 'US', bill_number }, lookups)]);
    return draft?.content.billNumber;
  });
  expect(numbers).toEqual(['HR 3590', 'S 968', 'HRES 240', 'HCONRES 74', 'SJRES 5']);
});

it('refuses an entry that is not a bill, with every problem', () => {
  expect(describeRefusals([parseLegiscanBill('7', { state: 'MD', bill_number: '—' }, lookups)])).toEqual([
    '7 bill_number: is no number of a bill, such as HB1110',
    '7 title: is missing',
    '7 session: is missing: an object with session_name is expected',
  ]);
});

it('creates one event for bills that are heard together, in the time zone of the state', () => {
  const second = { ...bill, bill_number: 'HB0013', calendar: bill.calendar.slice(0, 1) };
  const rows = parseLegiscanEvents(
    [bill, second].map((input, index) => ({
      row: parseLegiscanBill(String(index + 1), input, lookups),
      bill: input,
    })),
  );
  expect(getRecords(rows)).toMatchObject([
    {
      bills: ['HB 12', 'HB 13'],
      content: {
        eventType: 'HEARING',
        startsAt: '2026-02-11T18:00:00.000Z',
        location: 'Room 250',
        title: 'E&T',
      },
    },
  ]);
  expect(describeRefusals(rows)).toEqual([expect.stringContaining('1 calendar 2 date: is not a day')]);
});
