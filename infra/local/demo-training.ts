// The invented awards of the demo tenants, after what such associations really award.
import type { CreateAwardInput } from '../../functions/training/awards/contract.ts';

interface DemoAward extends Omit<CreateAwardInput, 'levelTypeId' | 'objectTypeId' | 'prerequisites'> {
  readonly level: string;
  readonly object: string;
  /** Keys of the awards that come before it. */
  readonly after?: readonly string[];
}

/** What a demo tenant trains. */
export interface DemoTraining {
  readonly levels: readonly string[];
  readonly objects: readonly string[];
  /** A level and a kind that no award has yet. */
  readonly spareLevel: string;
  readonly spareObject: string;
  readonly awards: Readonly<Record<string, DemoAward>>;
}

const cascadia: DemoTraining = {
  levels: ['Foundation', 'Associate', 'Advanced'],
  objects: ['Certification', 'Certificate of Completion'],
  spareLevel: 'Fellow',
  spareObject: 'Designation',
  awards: {
    commissioner: {
      name: 'Certified County Commissioner',
      description:
        'The full program for those elected to a county board: governance, budget, land use, ethics.',
      level: 'Advanced',
      object: 'Certification',
      after: ['new-commissioner'],
      requirements: 'In office as a county commissioner, and the orientation completed.',
      price: 425,
      duration: '18 months',
      tags: ['governance', 'elected officials'],
      skills: ['Budget oversight', 'Public meetings law', 'Land use decisions'],
      validityPeriod: { years: 4 },
      iconUrl: 'https://cascadia.example/icons/commissioner.svg',
      hexNameColor: '#1F4E79',
    },
    'new-commissioner': {
      name: 'New Commissioner Orientation',
      description:
        'Two days for the newly elected: what the office asks, who does what, and where the law draws lines.',
      level: 'Foundation',
      object: 'Certificate of Completion',
      price: 0,
      duration: '2 days',
      requiresApproval: false,
      allowSelfRegistration: true,
      tags: ['governance', 'elected officials', 'orientation'],
      skills: ['Public meetings law', 'Government ethics'],
    },
    clerk: {
      name: 'Certified County Clerk',
      description: 'Elections, recording, board minutes and public records.',
      level: 'Associate',
      object: 'Certification',
      price: 295,
      duration: '12 months',
      tags: ['clerks', 'elections', 'records'],
      skills: ['Election administration', 'Records management'],
      validityPeriod: { years: 3 },
      hexNameColor: '#2E7D32',
    },
    'master-clerk': {
      name: 'Master County Clerk',
      description: 'For certified clerks with five years in office.',
      level: 'Advanced',
      object: 'Certification',
      after: ['clerk'],
      requirements: 'Five years of service and a certification in force.',
      price: 350,
      duration: '24 months',
      tags: ['clerks', 'leadership'],
      skills: ['Office management', 'Records management'],
      validityPeriod: { years: 5 },
    },
    finance: {
      name: 'Certified Public Finance Administrator',
      description: 'Budgeting, accounting and audit for county finance staff.',
      level: 'Associate',
      object: 'Certification',
      price: 310.5,
      duration: '12 months',
      tags: ['finance', 'budget'],
      skills: ['Governmental accounting', 'Budget preparation'],
      validityPeriod: { years: 3 },
    },
    roads: {
      name: 'Road Supervisor Certificate',
      description: 'Pavement, drainage, work-zone safety and crew leadership.',
      level: 'Foundation',
      object: 'Certificate of Completion',
      price: 180,
      duration: '4 days',
      tags: ['public works', 'safety'],
      skills: ['Work-zone safety', 'Pavement maintenance'],
      validityPeriod: { years: 2, months: 6 },
    },
    'emergency-2019': {
      name: 'Emergency Coordination Certificate (2019 program)',
      description: 'Replaced by the incident command curriculum; kept for those who hold it.',
      level: 'Foundation',
      object: 'Certificate of Completion',
      price: 90,
      isActive: false,
      tags: ['emergency management'],
    },
  },
};

const harbor: DemoTraining = {
  levels: ['Professional', 'Senior'],
  objects: ['Designation', 'Endorsement'],
  spareLevel: 'Emeritus',
  spareObject: 'Micro-credential',
  awards: {
    buyer: {
      name: 'Harbor Buyer Representation Designation',
      description: 'Counselling, agency and negotiation on the side of the buyer.',
      level: 'Professional',
      object: 'Designation',
      price: 240,
      duration: '16 hours',
      tags: ['buyer agency'],
      skills: ['Negotiation', 'Agency law'],
      validityPeriod: { years: 2 },
    },
    waterfront: {
      name: 'Waterfront Property Endorsement',
      description: 'Shoreline rules, flood insurance, moorings and riparian rights.',
      level: 'Professional',
      object: 'Endorsement',
      price: 135,
      duration: '8 hours',
      tags: ['waterfront', 'flood insurance'],
      skills: ['Shoreline regulation'],
      validityPeriod: { years: 3 },
    },
    broker: {
      name: 'Senior Broker Designation',
      description: 'Supervision, trust accounts, risk and fair housing for those who lead an office.',
      level: 'Senior',
      object: 'Designation',
      after: ['buyer'],
      price: 480,
      duration: '9 months',
      tags: ['brokerage', 'leadership'],
      skills: ['Office supervision', 'Trust accounting', 'Fair housing'],
      validityPeriod: { years: 4 },
    },
  },
};

/** By tenant code. */
export const demoTraining: Readonly<Record<string, DemoTraining>> = { demo: cascadia, harbor };
