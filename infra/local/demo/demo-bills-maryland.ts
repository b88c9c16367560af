// Bills of Maryland of 2025, entered by hand as public facts, and a sample: what the tenant harbor follows.
import { type DemoBills, signed } from './demo-bill.ts';
import { sampleRollCall } from './demo-bills-sample.ts';

const maryland = (kind: 'HB' | 'SB', number: number) => ({
  billNumber: `${kind} ${number}`,
  sourceUrl: `https://mgaleg.maryland.gov/mgawebsite/Legislation/Details/${kind.toLowerCase()}${String(number).padStart(4, '0')}?ys=2025RS`,
});

/** The bills, and how the Harbor Realtors Guild tracks them. */
export const harborBills: DemoBills = {
  stateId: 24,
  sessionId: 2401,
  session: '2025',
  sessionName: '2025 Regular Session',
  bills: [
    {
      ...maryland('HB', 352),
      title: 'Budget Reconciliation and Financing Act of 2025',
      sponsor: 'The Speaker (By Request - Administration)',
      status: 'Enacted',
      subjects: ['Budgets', 'Taxes'],
      actions: [signed('2025-05-20', 'Approved by the Governor - Chapter 604')],
      tracking: {
        trackingStatus: 'TRACKING',
        positions: [['MONITOR', '2025-01-27']],
        tags: ['Closing costs'],
        assignedTo: ['cleo'],
      },
    },
    {
      ...maryland('HB', 1466),
      title: 'Land Use - Accessory Dwelling Units - Requirements and Prohibitions',
      sponsor: 'Vaughn Stewart',
      status: 'Enacted',
      committee: ['lower', 'environment'],
      subjects: ['Accessory dwellings'],
      actions: [],
      relations: [{ relation: 'companion', billNumber: 'SB 891' }],
      tracking: {
        trackingStatus: 'PRIORITY',
        positions: [['SUPPORT', '2025-02-18']],
        priority: 1,
        tags: ['Supply of homes'],
        groups: ['Brokers’ round table'],
        assignedTo: ['nadia'],
        analysis: {
          text: 'More lots with a second home mean more listings, and more owners who can stay in theirs.',
          isPublic: true,
        },
      },
    },
    {
      ...maryland('HB', 709),
      title:
        'Landlord and Tenant - Residential Leases and Holdover Tenancies - Local Good Cause Termination (Good Cause Eviction)',
      sponsor: 'Jheanelle Wilkins',
      status: 'Not enacted',
      committee: ['lower', 'environment'],
      subjects: ['Evictions'],
      actions: [],
      relations: [{ relation: 'companion', billNumber: 'SB 651' }],
      tracking: {
        trackingStatus: 'WATCHING',
        positions: [['OPPOSE', '2025-02-11']],
        tags: ['Property management'],
      },
    },
    {
      billNumber: 'HB 9001',
      title: '(Sample) Settlements - Disclosure of Closing Costs',
      summary: 'An invented bill: closing costs are told three days before the settlement.',
      sponsor: 'Greta Sample',
      status: 'Not enacted',
      introducedDate: '2025-01-15',
      committee: ['lower', 'economic-matters'],
      subjects: ['Settlements'],
      actions: [
        {
          date: '2025-01-15',
          chamber: 'lower',
          text: 'First Reading Economic Matters.',
          classification: 'referral-committee',
        },
        { date: '2025-02-05', chamber: 'lower', text: 'Hearing in Economic Matters.' },
        {
          date: '2025-03-11',
          chamber: 'lower',
          text: 'Third Reading Passed (2-1).',
          classification: 'passage',
        },
        {
          date: '2025-03-12',
          chamber: 'upper',
          text: 'First Reading Judicial Proceedings.',
          classification: 'referral-committee',
        },
      ],
      rollCalls: [
        sampleRollCall(
          {
            identifier: 'sample-house-2025-03-11',
            chamber: 'lower',
            date: '2025-03-11',
            description: 'Third Reading',
            passed: true,
          },
          { 'Greta Sample': 'yea', 'Henrik Sample': 'nay', 'Iris Sample': 'yea' },
        ),
      ],
      versions: [
        { type: 'First Reader', date: '2025-01-15', url: 'https://harborguild.example/samples/hb9001/first' },
        { type: 'Third Reader', date: '2025-03-11', url: 'https://harborguild.example/samples/hb9001/third' },
      ],
      sourceUrl: 'https://harborguild.example/samples/hb9001',
      tracking: {
        trackingStatus: 'TRACKING',
        positions: [['SUPPORT', '2025-01-20']],
        tags: ['Closing costs'],
        assignedTo: ['cleo'],
      },
    },
  ],
};
