// What became of bills of LegiScan, by its API User Manual ("Status / Progress": 0 prefiled, 1 introduced, 2 engrossed, 3 enrolled,
// 4 passed, 5 vetoed, 6 failed; only in `progress`: 7 override, 8 chaptered, 9 refer, 10 report pass, 11 report DNP, 12 draft). The events
// and actions of the chaptered bill are those of Arkansas HB1044 of 2012, the sample of github.com/fanghuiz/legiscanrr, inst/extdata/bill.
import { expect, it } from 'vitest';
import { getRecords } from '../../../../shared/import/rows/row-fixture.ts';
import { deriveOutcome, hasCrossedOver } from '../../bills/record/outcome.ts';
import { parseLegiscanBill } from './legiscan-bills.ts';

type Entry = Readonly<Record<string, unknown>>;

const read = (more: Entry) => {
  const [draft] = getRecords([
    parseLegiscanBill(
      '1',
      {
        ...{ bill_id: 1, state: 'AR', bill_number: 'HB1044', bill_type_id: '1', body: 'H', title: 'An act' },
        session: { session_name: '88th General Assembly', year_start: 2012, year_end: 2012, special: 0 },
        ...more,
      },
      { people: new Map(), rollCalls: new Map() },
    ),
  ]);
  if (!draft) throw new Error('The bill was refused');
  const { content, actions } = draft;
  return {
    content,
    actions,
    outcome: [content.status, deriveOutcome(content, actions), hasCrossedOver(content, actions)],
  };
};

/** `02-15 2` is engrossed on 15 February. */
const progress = (...events: readonly string[]) =>
  events.map((text) => ({ date: `2012-${text.slice(0, 5)}`, event: Number(text.slice(6)) }));
const history = (...actions: readonly string[]) =>
  actions.map((text) => ({
    ...{ date: `2012-${text.slice(0, 5)}`, action: text.slice(6), chamber: '', chamber_id: 0 },
    importance: text.includes('EMERGENCY CLAUSE') ? 0 : 1,
  }));

const toSecondChamber = ['02-13 9', '02-14 10', '02-15 2'];
const passed = history(
  '02-13 House Read the first time and referred to the Committee on JOINT BUDGET COMMITTEE',
  '02-14 House Returned by the Committee Do Pass',
  '02-15 House Read the third time and passed and ordered transmitted to the Senate.',
  '02-15 House EMERGENCY CLAUSE ADOPTED',
);
const enrolled = [
  ...passed,
  ...history(
    '02-16 Senate Read the third time and passed.',
    "02-16 House Correctly enrolled and ordered transmitted to the Governor's Office.",
  ),
];

it('classifies the actions of a chaptered bill by its progress', () => {
  const { actions, outcome, content } = read({
    ...{ status: 4, status_date: '2012-02-21' },
    progress: progress(...toSecondChamber, '02-16 3', '02-21 8', '02-21 4'),
    history: [...enrolled, ...history('02-21 House Notification that HB1044 is now Act 36')],
  });
  expect(outcome).toEqual(['Chaptered', 'ENACTED', true]);
  expect(actions.map(({ classification }) => classification)).toEqual([
    ...['referral-committee', 'committee-passage-favorable', 'passage', undefined],
    ...[undefined, 'enrolled', 'became-law'],
  ]);
  expect(content.lastActionTaken).toBe('House Notification that HB1044 is now Act 36');
});

it.each<[name: string, bill: Entry, expected: readonly [string, string, boolean]]>([
  [
    'in committee',
    { status: 1, progress: progress('02-13 1', '02-13 9'), history: passed.slice(0, 1) },
    ['Introduced', 'UNDECIDED', false],
  ],
  [
    'passed by one chamber',
    { status: 2, progress: progress(...toSecondChamber), history: passed },
    ['Engrossed', 'UNDECIDED', true],
  ],
  [
    'enrolled, and with the governor',
    { status: 3, progress: progress(...toSecondChamber, '02-16 3'), history: enrolled },
    ['Enrolled', 'UNDECIDED', true],
  ],
  [
    'passed, without a chapter',
    { status: 4, progress: progress(...toSecondChamber, '02-16 3', '02-21 4'), history: enrolled },
    ['Passed', 'ENACTED', true],
  ],
  [
    'signed, with a chapter later',
    {
      status: 4,
      progress: progress(...toSecondChamber, '02-16 3', '02-20 4', '02-28 8'),
      history: [...enrolled, ...history('02-20 Signed by Governor', '02-28 Chapter 12')],
    },
    ['Chaptered', 'ENACTED', true],
  ],
  [
    'chaptered on a day of which the history has no action',
    { status: 3, progress: progress(...toSecondChamber, '02-16 3', '02-28 8'), history: enrolled },
    ['Chaptered', 'ENACTED', true],
  ],
  [
    'vetoed',
    {
      status: 5,
      progress: progress(...toSecondChamber, '02-16 3', '02-20 5'),
      history: [...enrolled, ...history('02-20 Vetoed by Governor')],
    },
    ['Vetoed', 'VETOED', true],
  ],
  [
    'vetoed and overridden: status can only say vetoed',
    {
      status: 5,
      progress: progress(...toSecondChamber, '02-16 3', '02-20 5', '02-27 7'),
      history: [...enrolled, ...history('02-20 Vetoed by Governor', '02-27 Veto overridden by the Senate')],
    },
    ['Veto Overridden', 'ENACTED', true],
  ],
  [
    'vetoed in one line, and chaptered on the same day',
    {
      status: 5,
      progress: progress(...toSecondChamber, '02-16 3', '02-20 8', '02-20 5'),
      history: [...enrolled, ...history('02-20 Governor partially vetoed.', '02-20 C 12 L 12.')],
    },
    ['Chaptered', 'ENACTED', true],
  ],
  [
    'passed by both, then vetoed',
    {
      status: 5,
      progress: progress(...toSecondChamber, '02-16 4', '02-20 5'),
      history: [...enrolled, ...history('02-20 Vetoed by Governor')],
    },
    ['Vetoed', 'VETOED', true],
  ],
  [
    'overridden by its own chamber last, as LegiScan lists it',
    {
      status: 5,
      progress: progress(...toSecondChamber, '02-16 3', '02-20 5', '02-27 7'),
      history: [
        ...enrolled,
        ...history('02-20 Vetoed by Governor'),
        {
          ...{ date: '2012-02-27', action: 'House: veto overridden', chamber: 'H', chamber_id: 1 },
          importance: 1,
        },
      ],
    },
    ['Veto Overridden', 'ENACTED', true],
  ],
  [
    'overridden in one chamber and sustained in the other',
    {
      status: 6,
      progress: progress(...toSecondChamber, '02-16 3', '02-20 5', '02-27 7', '02-28 6'),
      history: [
        ...enrolled,
        ...history(
          '02-20 Vetoed by Governor',
          '02-27 House overrides the veto',
          '02-28 Senate fails to override',
        ),
      ],
    },
    ['Vetoed', 'VETOED', true],
  ],
  [
    'whose veto the second chamber sustained, which no event says',
    {
      status: 5,
      progress: progress(...toSecondChamber, '02-16 3', '02-20 5', '02-27 7'),
      history: [
        ...enrolled,
        ...history(
          '02-20 Vetoed by Governor',
          '02-27 House overrides the veto',
          '02-28 Senate: veto sustained',
        ),
      ],
    },
    ['Vetoed', 'VETOED', true],
  ],
  [
    'failed, reconsidered and passed',
    {
      status: 3,
      progress: progress('02-13 1', '02-14 10', '02-14 6', '02-15 2', '02-16 3'),
      history: [
        ...passed.slice(0, 2),
        ...history('02-14 House Failed to pass', '02-14 House Reconsidered'),
        ...enrolled.slice(2),
      ],
    },
    ['Enrolled', 'UNDECIDED', true],
  ],
  [
    'a pocket veto, which no event says',
    {
      status: 3,
      progress: progress(...toSecondChamber, '02-16 3'),
      history: [...enrolled, ...history('03-10 Pocket Vetoed by Governor')],
    },
    ['Enrolled', 'VETOED', true],
  ],
  [
    'carried over to the next session',
    {
      status: 1,
      progress: progress('02-13 1', '02-13 9'),
      history: [...passed.slice(0, 1), ...history('02-28 Carried over to the 2013 session')],
    },
    ['Introduced', 'UNDECIDED', false],
  ],
  [
    'failed in the second chamber',
    {
      status: 6,
      progress: progress(...toSecondChamber, '02-16 9', '02-25 6'),
      history: [...passed, ...history('02-16 Senate Referred to Judiciary', '02-25 Senate Failed to pass')],
    },
    ['Failed', 'FAILED', true],
  ],
  [
    'failed, as its status alone says',
    { status: 6, status_date: '2012-02-25', progress: progress(...toSecondChamber), history: passed },
    ['Failed', 'FAILED', true],
  ],
  [
    'withdrawn, which no event says',
    {
      status: 1,
      progress: progress('02-13 1', '02-13 9'),
      history: [...passed.slice(0, 1), ...history('02-20 Withdrawn by the author')],
    },
    ['Introduced', 'FAILED', false],
  ],
  [
    'withdrawn from a committee, and alive',
    {
      status: 1,
      progress: progress('02-13 1', '02-13 9'),
      history: [...passed.slice(0, 1), ...history('02-20 Withdrawn from Committee on Rules')],
    },
    ['Introduced', 'UNDECIDED', false],
  ],
  [
    'an adopted resolution',
    {
      ...{ bill_number: 'HR1001', bill_type: 'R', bill_type_id: '2', status: 4 },
      progress: progress('02-13 1', '02-14 4'),
      history: history('02-13 Introduced', '02-14 Read and adopted'),
    },
    ['Adopted', 'ENACTED', true],
  ],
])('reads a bill %s', (_, bill, expected) => {
  expect(read({ status_date: '2012-02-28', ...bill }).outcome).toEqual(expected);
});

it('keeps amendments, supplements and the bill that was carried over', () => {
  const { content } = read({
    ...{ status: 1, status_date: '2012-02-13' },
    session: { session_name: '2027 Regular Session', year_start: 2027, year_end: 2027, special: 0 },
    sasts: [{ type_id: 9, type: 'Carry Over', sast_bill_number: 'HB0044', sast_bill_id: 9 }],
    amendments: [
      {
        ...{ amendment_id: 1, adopted: 1, chamber: 'H', date: '2012-02-14', title: 'Amendment No. 1' },
        ...{
          description: 'By the committee',
          mime: 'application/pdf',
          url: 'https://legiscan.com/AR/amendment/1',
        },
        state_link: 'https://example.org/a1.pdf',
      },
    ],
    supplements: [
      {
        ...{ supplement_id: 1, date: '2012-02-15', type_id: 1, type: 'Fiscal Note', title: 'Fiscal Note' },
        ...{ description: 'Costs', mime: 'application/pdf', url: 'https://legiscan.com/AR/supplement/1' },
      },
      {
        supplement_id: 2,
        date: '0000-00-00',
        type_id: 8,
        type: 'Veto Letter',
        title: 'Letter of 20 February',
      },
    ],
  });
  expect(content.documents).toEqual([
    {
      ...{ kind: 'AMENDMENT', type: 'Amendment No. 1 (adopted)', date: '2012-02-14' },
      ...{ mediaType: 'application/pdf', url: 'https://example.org/a1.pdf' },
    },
    {
      ...{ kind: 'FISCAL_NOTE', type: 'Fiscal Note', date: '2012-02-15', mediaType: 'application/pdf' },
      url: 'https://legiscan.com/AR/supplement/1',
    },
    { kind: 'OTHER', type: 'Veto Letter: Letter of 20 February' },
  ]);
  expect(content.relations).toEqual([
    { relation: 'prior-session', stateId: 5, session: '2026', billNumber: 'HB 44' },
  ]);
});
