// Invented bills, each called a sample in its title: one that was signed and one that failed in the session of 2026, with
// votes of invented legislators, and drafts for the session to come, which the calendar's work sessions are about.
import type { RollCall, VoteType } from '../../../functions/billtracking/bills/bill.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { type DemoBill, signed } from './demo-bill.ts';

/** The session that the drafts are for, and its first day. */
const comingSession = {
  sessionId: 5302,
  session: '2027-2028',
  sessionName: '2027-2028 Regular Session',
} as const;
const firstDay = '2027-01-11';

const votesOf = (votes: Readonly<Record<string, VoteType>>): RollCall['votes'] =>
  Object.entries(votes).map(([name, voteType]) => ({ name, voteType }));

/** A roll call of sample legislators alone. */
export function sampleRollCall(
  about: Pick<RollCall, 'identifier' | 'chamber' | 'date' | 'description' | 'passed'>,
  votes: Readonly<Record<string, VoteType>>,
): RollCall {
  const count = (type: VoteType): number => Object.values(votes).filter((vote) => vote === type).length;
  return {
    ...about,
    motion: 'passage',
    yea: count('yea'),
    nay: count('nay'),
    notVoting: count('nv'),
    absent: count('abs'),
    votes: votesOf(votes),
  };
}

const page = (number: string): string =>
  `https://cascadia.example/samples/${number.replace(' ', '').toLowerCase()}`;
const house = 'lower' as const;
const senate = 'upper' as const;

/** Those of the session of 2026, whose days stay. */
export const samplesOf2026: readonly DemoBill[] = [
  {
    billNumber: 'HB 9001',
    title: '(Sample) Preserving county roads and bridges.',
    summary: 'An invented bill: grants for roads and bridges that counties would otherwise have to close.',
    sponsor: 'Alma Sample',
    cosponsors: ['Celia Sample'],
    status: 'Signed into law',
    introducedDate: '2026-01-12',
    committee: [house, 'transportation'],
    subjects: ['Roads', 'County finance'],
    actions: [
      {
        date: '2026-01-12',
        chamber: house,
        text: 'First reading, referred to Transportation.',
        classification: 'referral-committee',
      },
      {
        date: '2026-01-27',
        chamber: house,
        text: 'Public hearing in the House Committee on Transportation.',
      },
      {
        date: '2026-02-03',
        chamber: house,
        text: 'Transportation: do pass.',
        classification: 'committee-passage',
      },
      {
        date: '2026-02-12',
        chamber: house,
        text: 'Third reading, passed; yeas, 2; nays, 1.',
        classification: 'passage',
      },
      {
        date: '2026-02-13',
        chamber: senate,
        text: 'First reading, referred to Transportation.',
        classification: 'referral-committee',
      },
      {
        date: '2026-03-04',
        chamber: senate,
        text: 'Third reading, passed; yeas, 2; nays, 1.',
        classification: 'passage',
      },
      { date: '2026-03-10', chamber: house, text: 'Speaker signed.' },
      signed('2026-03-24', 'Governor signed.'),
    ],
    rollCalls: [
      sampleRollCall(
        {
          identifier: 'sample-house-2026-02-12',
          chamber: house,
          date: '2026-02-12',
          description: 'Final passage',
          passed: true,
        },
        { 'Alma Sample': 'yea', 'Boris Sample': 'nay', 'Celia Sample': 'yea' },
      ),
      sampleRollCall(
        {
          identifier: 'sample-senate-2026-03-04',
          chamber: senate,
          date: '2026-03-04',
          description: 'Final passage',
          passed: true,
        },
        { 'Dario Sample': 'nay', 'Edda Sample': 'yea', 'Felix Sample': 'yea' },
      ),
    ],
    versions: [
      { type: 'Original Bill', date: '2026-01-12', url: `${page('HB 9001')}/original` },
      { type: 'Engrossed', date: '2026-02-12', url: `${page('HB 9001')}/engrossed` },
      { type: 'Session Law', date: '2026-03-24', url: `${page('HB 9001')}/law` },
    ],
    sourceUrl: page('HB 9001'),
    tracking: {
      trackingStatus: 'PRIORITY',
      positions: [['SUPPORT', '2026-01-15']],
      priority: 1,
      tags: ['Roads'],
      assignedTo: ['grace'],
    },
  },
  {
    billNumber: 'SB 9002',
    title: '(Sample) Moving the cost of county courts to counties alone.',
    summary: 'An invented bill: it ends what the state pays towards county courts.',
    sponsor: 'Dario Sample',
    status: 'Failed',
    introducedDate: '2026-01-14',
    committee: [senate, 'law-and-justice'],
    subjects: ['Courts', 'County finance'],
    actions: [
      {
        date: '2026-01-14',
        chamber: senate,
        text: 'First reading, referred to Law & Justice.',
        classification: 'referral-committee',
      },
      {
        date: '2026-01-29',
        chamber: senate,
        text: 'Public hearing in the Senate Committee on Law & Justice.',
      },
      { date: '2026-02-05', chamber: senate, text: 'Law & Justice: without recommendation.' },
      {
        date: '2026-02-17',
        chamber: senate,
        text: 'Third reading, failed; yeas, 1; nays, 1; absent, 1.',
        classification: 'failure',
      },
    ],
    rollCalls: [
      sampleRollCall(
        {
          identifier: 'sample-senate-2026-02-17',
          chamber: senate,
          date: '2026-02-17',
          description: 'Final passage',
          passed: false,
        },
        { 'Dario Sample': 'yea', 'Edda Sample': 'nay', 'Felix Sample': 'abs' },
      ),
    ],
    versions: [{ type: 'Original Bill', date: '2026-01-14', url: `${page('SB 9002')}/original` }],
    sourceUrl: page('SB 9002'),
    tracking: {
      trackingStatus: 'WATCHING',
      positions: [['OPPOSE', '2026-01-20']],
      tags: ['Courts', 'Finance'],
      assignedTo: ['ben'],
    },
  },
];

/** The actions on a draft up to a day; from the first day of the session on it is in its committee. */
function draftActions(today: string, referredTo: string, chamber: 'lower' | 'upper'): DemoBill['actions'] {
  const end = today < firstDay ? today : addDays(firstDay, -1);
  return [
    { date: addDays(end, -30), chamber, text: 'Draft requested by the sponsor.' },
    { date: addDays(end, -12), chamber, text: 'Draft shared with the counties for comment.' },
    { date: addDays(end, -4), chamber, text: 'Second draft published.' },
    ...(today < firstDay
      ? []
      : [
          {
            date: firstDay,
            chamber,
            text: `First reading, referred to ${referredTo}.`,
            classification: 'referral-committee',
          },
        ]),
  ];
}

/** The drafts for the coming session, with days that are counted back from the seeding. */
export function samplesAhead(today: string): DemoBill[] {
  const draft = (
    billNumber: string,
    [committee, referredTo]: readonly [NonNullable<DemoBill['committee']>, string],
    more: Pick<DemoBill, 'title' | 'summary' | 'sponsor' | 'subjects' | 'tracking'>,
  ): DemoBill => {
    const actions = draftActions(today, referredTo, committee[0] === 'upper' ? senate : house);
    return {
      billNumber,
      ...more,
      of: comingSession,
      status: today < firstDay ? 'Draft' : 'In committee',
      ...(today >= firstDay && { introducedDate: firstDay }),
      committee,
      actions,
      versions: [
        {
          type: 'First draft',
          ...(actions[1] && { date: actions[1].date }),
          url: `${page(billNumber)}/first-draft`,
        },
        {
          type: 'Second draft',
          ...(actions[2] && { date: actions[2].date }),
          url: `${page(billNumber)}/second-draft`,
        },
      ],
      sourceUrl: page(billNumber),
    };
  };
  return [
    draft('HB 9101', [['lower', 'transportation'], 'Transportation'], {
      title: '(Sample) Funding the preservation of county roads.',
      summary: 'An invented draft: a share of the fuel tax for roads that counties keep.',
      sponsor: 'Celia Sample',
      subjects: ['Roads', 'Fuel tax'],
      tracking: {
        trackingStatus: 'PRIORITY',
        positions: [['SUPPORT', addDays(today, -10)]],
        priority: 1,
        tags: ['Roads', 'Finance'],
        assignedTo: ['grace', 'ada'],
      },
    }),
    draft('HB 9102', [['lower', 'housing'], 'Housing'], {
      title: '(Sample) Streamlining permits for homes near transit.',
      summary: 'An invented draft: time limits for the permits of homes near stations.',
      sponsor: 'Alma Sample',
      subjects: ['Housing', 'Land use'],
      tracking: {
        trackingStatus: 'TRACKING',
        positions: [['MONITOR', addDays(today, -8)]],
        tags: ['Housing', 'Land use'],
        groups: ['Planning directors'],
        assignedTo: ['ben'],
      },
    }),
    draft('SB 9103', [['upper', 'ways-and-means'], 'Ways & Means'], {
      title: '(Sample) Sharing sales tax with rural counties.',
      summary: 'An invented draft: a part of the state sales tax for counties with few shops.',
      sponsor: 'Edda Sample',
      subjects: ['Sales tax', 'County finance'],
      tracking: { trackingStatus: 'WATCHING', tags: ['Finance'], assignedTo: ['ada'] },
    }),
  ];
}
