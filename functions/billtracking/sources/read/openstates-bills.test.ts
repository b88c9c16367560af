// Bills in the shape of the Open States API, version 3.
import { expect, it } from 'vitest';
import { collectRows, describeRefusals, getRecords } from '../../../../shared/import/rows/row-fixture.ts';
import { parseOpenStatesBills } from './openstates-bills.ts';

const upper = { id: 'ocd-organization/1', name: 'Senate', classification: 'upper' };
const lower = { id: 'ocd-organization/2', name: 'House', classification: 'lower' };
const bill = {
  id: 'ocd-bill/1',
  session: '2025-2026',
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:wa/government', name: 'Washington' },
  from_organization: lower,
  identifier: 'HB 0012',
  title: 'Concerning county road districts.',
  classification: ['bill'],
  subject: ['ROADS', 'COUNTIES'],
  first_action_date: '2025-01-13',
  abstracts: [{ abstract: 'Lets counties form road districts.', note: '' }],
  sponsorships: [
    {
      name: 'Gale',
      primary: true,
      classification: 'primary',
      person: { id: 'ocd-person/7c1d2f3e-0000-4000-8000-000000000001', name: 'Ada Gale' },
    },
    { name: 'Local Government', entity_type: 'organization', primary: false },
  ],
  actions: [
    {
      organization: lower,
      description: 'Third reading, passed; yeas, 90; nays, 6.',
      date: '2025-02-20',
      classification: ['passage'],
      order: 2,
    },
    {
      organization: lower,
      description: 'Referred to Local Government.',
      date: '2025-01-13',
      classification: ['referral-committee'],
      order: 1,
      related_entities: [
        { entity_type: 'organization', name: 'Local Government', organization: { id: 'ocd-organization/9' } },
      ],
    },
  ],
  related_bills: [{ identifier: 'SB 5012', legislative_session: '2025-2026', relation_type: 'companion' }],
  versions: [{ note: 'Original Bill', date: '2025-01-10', links: [{ url: 'https://example.org/hb12.pdf' }] }],
  sources: [{ url: 'https://example.org/hb12' }],
  votes: [
    {
      id: 'ocd-vote/1',
      motion_text: 'Final passage',
      motion_classification: ['passage'],
      start_date: '2025-02-20',
      result: 'pass',
      organization: lower,
      counts: [
        { option: 'yes', value: 90 },
        { option: 'no', value: 6 },
        { option: 'excused', value: 2 },
      ],
      votes: [
        {
          option: 'yes',
          voter_name: 'Gale',
          voter: { id: 'ocd-person/7c1d2f3e-0000-4000-8000-000000000001' },
        },
        { option: 'excused', voter_name: 'Núñez' },
      ],
    },
  ],
};

it('reads a bill with its actions in their order, versions, relations and roll calls', async () => {
  const [draft] = getRecords(await collectRows(parseOpenStatesBills([bill])));
  expect(draft).toMatchObject({
    id: '53#2025-2026#HB 12',
    session: { stateId: 53, identifier: '2025-2026' },
    content: {
      billNumber: 'HB 12',
      billTypeId: 21,
      chamber: 'lower',
      status: 'Passed Chamber',
      summary: 'Lets counties form road districts.',
      introducedDate: '2025-01-13',
      lastActionOn: '2025-02-20',
      subjects: ['ROADS', 'COUNTIES'],
      versions: [{ type: 'Original Bill', date: '2025-01-10', url: 'https://example.org/hb12.pdf' }],
      relations: [{ relation: 'companion', stateId: 53, session: '2025-2026', billNumber: 'SB 5012' }],
    },
    sponsors: [
      { name: 'Gale', externalId: { scheme: 'ocd-person' }, isPrimary: true },
      { name: 'Local Government', isPrimary: false },
    ],
    committees: [{ name: 'Local Government', chamber: 'lower', externalId: { scheme: 'ocd-organization' } }],
    rollCalls: [
      {
        identifier: 'ocd-vote/1',
        motion: 'passage',
        passed: true,
        yea: 90,
        nay: 6,
        notVoting: 0,
        absent: 2,
        votes: [
          { name: 'Gale', voteType: 'yea' },
          { name: 'Núñez', voteType: 'abs' },
        ],
      },
    ],
  });
  expect(draft?.actions.map(({ date, classification }) => [date, classification])).toEqual([
    ['2025-01-13', 'referral-committee'],
    ['2025-02-20', 'passage'],
  ]);
});

it('refuses by row an entry that is not a bill, with every problem', async () => {
  const rows = await collectRows(
    parseOpenStatesBills([
      { ...bill, from_organization: upper, identifier: '—', jurisdiction: 'Atlantis' },
      bill,
      { ...bill, title: 'The same again' },
      'HB 13',
    ]),
  );
  expect(describeRefusals(rows)).toEqual([
    '1 jurisdiction: is no state: an Open Civic Data jurisdiction is expected',
    '1 identifier: is no number of a bill, such as HB 1110',
    '3 (row): is of the same record as row 2, which was taken',
    '4 (row): is not a JSON object',
  ]);
});

// api-v3, api/schemas.py: BillDocumentOrVersion; openstates-core, openstates/data/common.py: BILL_DOCUMENT_CHOICES.
it('keeps documents and every file of a version', async () => {
  const file = (name: string, type: string) => ({ url: `https://example.org/${name}`, media_type: type });
  const [record] = getRecords(
    await collectRows(
      parseOpenStatesBills([
        {
          ...bill,
          versions: [
            {
              ...{ id: '6d0', note: 'Engrossed', date: '2025-03-01' },
              links: [file('e.htm', 'text/html'), file('e.pdf', 'application/pdf')],
            },
          ],
          documents: [
            { note: 'Fiscal Note', date: '2025-02-01', links: [file('f.pdf', 'application/pdf')] },
            { note: 'House Amendment 2', date: '', links: [file('a.pdf', '')] },
            { note: 'Bill digest', date: '2025-02', links: [] },
          ],
        },
      ]),
    ),
  );
  expect(record?.content.versions).toEqual([
    {
      ...{ type: 'Engrossed', date: '2025-03-01', url: 'https://example.org/e.htm', mediaType: 'text/html' },
      otherFiles: [{ url: 'https://example.org/e.pdf', mediaType: 'application/pdf' }],
    },
  ]);
  expect(record?.content.documents).toEqual([
    {
      ...{ kind: 'FISCAL_NOTE', type: 'Fiscal Note', date: '2025-02-01' },
      ...{ url: 'https://example.org/f.pdf', mediaType: 'application/pdf' },
    },
    { kind: 'AMENDMENT', type: 'House Amendment 2', url: 'https://example.org/a.pdf' },
    { kind: 'OTHER', type: 'Bill digest' },
  ]);
});

it('leaves out an action without a day, and reports it', async () => {
  const [row] = await collectRows(
    parseOpenStatesBills([{ ...bill, actions: [{ description: 'Heard.', date: 'soon', order: 0 }] }]),
  );
  expect(row).toMatchObject({ record: { actions: [] }, leftOut: [{ field: 'actions.date', value: 'soon' }] });
});

// openstates-core, openstates/data/models/bill.py: classification is an array.
it('counts every classification of an action, whichever comes first', async () => {
  const actions = [
    { organization: lower, description: 'Read and referred.', date: '2025-01-13', order: 0 },
    { organization: lower, description: 'Third reading. Passed.', date: '2025-02-20', order: 1 },
  ];
  const classify = async (...kinds: string[][]) => {
    const entry = {
      ...bill,
      actions: actions.map((action, index) => ({ ...action, classification: kinds[index] })),
    };
    const [record] = getRecords(await collectRows(parseOpenStatesBills([entry])));
    return record;
  };
  const passed = await classify(['introduction', 'referral-committee'], ['reading-3', 'passage']);
  expect(passed?.content.status).toBe('Passed Chamber');
  expect(passed?.actions).toMatchObject([
    { classification: 'referral-committee', classifications: ['referral-committee', 'introduction'] },
    { classification: 'passage', classifications: ['passage', 'reading-3'] },
  ]);
  expect((await classify(['introduction'], ['reading-3', 'failure']))?.content.status).toBe('Failed');
  expect((await classify(['introduction'], ['passage', 'enrolled']))?.content.status).toBe('Enrolled');
  expect((await classify(['introduction'], ['passage']))?.actions[1]).not.toHaveProperty('classifications');
});

it('a moment with an offset is on the day by the clocks of the state', async () => {
  const late = '2025-01-14T06:30:00+00:00';
  const entry = {
    ...bill,
    first_action_date: late,
    actions: [{ organization: lower, description: 'First reading.', date: late }],
    versions: [{ note: 'Original', date: late, links: [] }],
  };
  const [record] = getRecords(await collectRows(parseOpenStatesBills([entry])));
  expect(record?.content).toMatchObject({
    introducedDate: '2025-01-13',
    lastActionOn: '2025-01-13',
    versions: [{ date: '2025-01-13' }],
  });
  expect(record?.actions).toMatchObject([{ date: '2025-01-13', at: '2025-01-14T06:30:00.000Z' }]);
  // openstates-core, openstates/data/models/bill.py and vote.py: YYYY-MM-DD HH:MM:SS+HH:MM.
  const spaced = '2025-03-11 04:40:25+00:00';
  const oregon = {
    ...bill,
    jurisdiction: 'ocd-jurisdiction/country:us/state:or/government',
    actions: [{ organization: lower, description: 'Passed.', date: spaced }],
    votes: [{ ...bill.votes[0], start_date: '2025-03-11T04:40:25+00:00' }],
  };
  const [late10] = getRecords(await collectRows(parseOpenStatesBills([oregon])));
  expect(late10?.actions).toMatchObject([{ date: '2025-03-10', at: '2025-03-11T04:40:25.000Z' }]);
  expect(late10?.rollCalls).toMatchObject([{ date: '2025-03-10', at: '2025-03-11T04:40:25.000Z' }]);
});
