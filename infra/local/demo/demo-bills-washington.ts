// Bills of Washington of 2025, entered by hand as public facts, and sample bills: what the demo tenant follows. What was
// signed in 2025 is archived.
import { type DemoBills, signed } from './demo-bill.ts';
import { samplesAhead, samplesOf2026 } from './demo-bills-sample.ts';

const washington = (kind: 'HB' | 'SB', number: number) => ({
  billNumber: `${kind} ${number}`,
  sourceUrl: `https://app.leg.wa.gov/billsummary?BillNumber=${number}&Year=2025`,
});

const rents =
  'Improving housing stability for tenants subject to the residential landlord-tenant act and the manufactured/mobile home landlord-tenant act by limiting rent and fee increases, requiring notice of rent and fee increases, limiting fees and deposits, establishing a landlord resource center and associated services, authorizing tenant lease termination, creating parity between lease types, and providing for attorney general enforcement.';

/** The bills, and how the Cascadia Association of Counties tracks them. */
export const cascadiaBills: DemoBills = {
  stateId: 53,
  sessionId: 5301,
  session: '2025-2026',
  sessionName: '2025-2026 Regular Session',
  bills: [
    {
      ...washington('HB', 1217),
      title: rents,
      summary: 'Caps yearly increases of rent, and asks for notice before them.',
      sponsor: 'Emily Alvarado',
      status: 'Signed into law',
      introducedDate: '2025-01-13',
      committee: ['lower', 'housing'],
      subjects: ['Housing', 'Landlord and tenant'],
      actions: [
        {
          date: '2025-01-13',
          chamber: 'lower',
          text: 'First reading, referred to Housing.',
          classification: 'introduction',
        },
        { date: '2025-01-13', chamber: 'lower', text: 'Public hearing in the House Committee on Housing.' },
        {
          date: '2025-03-10',
          chamber: 'lower',
          text: 'Third reading, passed; yeas, 53; nays, 42; absent, 0; excused, 3.',
          classification: 'passage',
        },
        { date: '2025-03-19', chamber: 'upper', text: 'Public hearing in the Senate Committee on Housing.' },
        {
          date: '2025-04-10',
          chamber: 'upper',
          text: 'Third reading, passed; yeas, 29; nays, 20.',
          classification: 'passage',
        },
        signed('2025-05-07', 'Governor signed. Chapter 209, 2025 Laws.'),
      ],
      rollCalls: [
        {
          identifier: 'house-2025-03-10',
          chamber: 'lower',
          description: 'Final passage',
          date: '2025-03-10',
          motion: 'passage',
          passed: true,
          yea: 53,
          nay: 42,
          notVoting: 0,
          absent: 3,
          votes: [],
        },
        {
          identifier: 'senate-2025-04-10',
          chamber: 'upper',
          description: 'Final passage',
          date: '2025-04-10',
          motion: 'passage',
          passed: true,
          yea: 29,
          nay: 20,
          notVoting: 0,
          absent: 0,
          votes: [],
        },
      ],
      relations: [{ relation: 'companion', billNumber: 'SB 5222' }],
      versions: [
        {
          type: 'Original Bill',
          url: 'https://lawfilesext.leg.wa.gov/biennium/2025-26/Pdf/Bills/House%20Bills/1217.pdf',
        },
      ],
      tracking: {
        trackingStatus: 'TRACKING',
        positions: [
          ['MONITOR', '2025-01-20'],
          ['NEUTRAL', '2025-02-24'],
        ],
        priority: 2,
        tags: ['Housing'],
        groups: ['Housing work group'],
        userTags: ['Follow up with housing authorities'],
        assignedTo: ['ben'],
        analysis: {
          text: 'Counties are not landlords under the act, but some housing authorities are. We watch how the cap applies to them, and what the landlord resource center will ask of local government.',
          isPublic: true,
        },
      },
    },
    {
      ...washington('SB', 5222),
      title: rents,
      sponsor: 'Yasmin Trudeau',
      status: 'In committee',
      committee: ['upper', 'housing'],
      subjects: ['Housing', 'Landlord and tenant'],
      actions: [],
      tracking: { trackingStatus: 'WATCHING', tags: ['Housing'] },
    },
    {
      ...washington('HB', 1491),
      title: 'Promoting transit-oriented housing development.',
      sponsor: 'Julia Reed',
      status: 'Signed into law',
      committee: ['lower', 'housing'],
      subjects: ['Housing', 'Land use', 'Public transportation'],
      actions: [signed('2025-05-13', 'Governor signed.')],
      tracking: {
        trackingStatus: 'ARCHIVED',
        positions: [['MONITOR', '2025-02-03']],
        priority: 1,
        tags: ['Housing', 'Land use'],
        groups: ['Housing work group', 'Planning directors'],
        assignedTo: ['ben', 'ada'],
      },
    },
    {
      ...washington('SB', 5184),
      title: 'Concerning minimum parking requirements.',
      sponsor: 'Jessica Bateman',
      status: 'Signed into law',
      committee: ['upper', 'local-government'],
      subjects: ['Land use', 'Parking'],
      actions: [signed('2025-05-20', 'Governor signed.')],
      tracking: {
        trackingStatus: 'ARCHIVED',
        positions: [
          ['OPPOSE', '2025-02-10'],
          ['NEUTRAL', '2025-04-07'],
        ],
        tags: ['Land use', 'Local control'],
        groups: ['Planning directors'],
        assignedTo: ['ada'],
        analysis: {
          text: 'The amendment that lets smaller jurisdictions phase in the limits meets our main concern.',
          isPublic: false,
        },
      },
    },
    {
      ...washington('HB', 1334),
      title: 'Modifying the annual regular property tax revenue growth limit.',
      sponsor: 'Gerry Pollet',
      status: 'In committee',
      committee: ['lower', 'finance'],
      subjects: ['Property tax', 'Local government finance'],
      actions: [],
      tracking: {
        trackingStatus: 'WATCHING',
        positions: [['SUPPORT', '2025-01-27']],
        priority: 1,
        tags: ['Finance'],
        assignedTo: ['ada'],
      },
    },
    {
      ...washington('SB', 5801),
      title: 'Concerning transportation resources.',
      sponsor: 'Marko Liias',
      status: 'Signed into law',
      committee: ['upper', 'transportation'],
      subjects: ['Transportation', 'Fuel tax'],
      actions: [signed('2025-05-20', 'Governor signed.')],
      tracking: {
        trackingStatus: 'ARCHIVED',
        positions: [['SUPPORT', '2025-04-01']],
        tags: ['Roads', 'Finance'],
        assignedTo: ['grace'],
      },
    },
    {
      ...washington('SB', 5041),
      title: 'Concerning unemployment insurance benefits for striking or lockout workers.',
      sponsor: 'Marcus Riccelli',
      status: 'Signed into law',
      introducedDate: '2025-01-13',
      subjects: ['Unemployment insurance'],
      actions: [signed('2025-05-19', 'Governor signed.')],
      tracking: { trackingStatus: 'ARCHIVED', tags: ['Employers'] },
    },
    {
      ...washington('SB', 5814),
      title: 'Modifying the application and administration of certain excise taxes.',
      sponsor: 'Noel Frame',
      status: 'Signed into law',
      subjects: ['Excise tax'],
      actions: [signed('2025-05-20', 'Governor signed.')],
    },
    {
      ...washington('HB', 1163),
      title:
        'Enhancing requirements for the purchase, transfer, and possession of firearms by requiring a permit to purchase firearms, firearms safety training, and other measures to increase public safety.',
      sponsor: 'Liz Berry',
      status: 'Signed into law',
      introducedDate: '2025-01-13',
      committee: ['lower', 'civil-rights'],
      subjects: ['Firearms'],
      actions: [signed('2025-05-20', 'Governor signed.')],
    },
    ...samplesOf2026,
  ],
  ahead: samplesAhead,
};
