// The invented courses of the demo tenants, after what such associations really teach, and what their awards ask for.
import type { CreateCourseInput } from '../../functions/training/courses/contract.ts';

interface DemoCourse
  extends Omit<
    CreateCourseInput,
    'objectTypeId' | 'credits' | 'prerequisites' | 'certifiedInstructorIds' | 'name'
  > {
  readonly name: string;
  readonly object: string;
  /** Credits by the key of their type. */
  readonly credits: Readonly<Record<string, number>>;
  /** Keys of the courses that come before it. */
  readonly after?: readonly string[];
  /** Keys of people of the directory. */
  readonly instructors?: readonly string[];
}

interface DemoCurriculum {
  readonly required: readonly string[];
  readonly electives?: readonly string[];
  readonly electivesNeeded?: number;
  /** Credits by the key of their type. */
  readonly credits: Readonly<Record<string, number>>;
  readonly renewal?: Readonly<Record<string, number>>;
}

/** What a demo tenant teaches. */
export interface DemoCourses {
  /** Names of credit types by key; the last is one that nothing has. */
  readonly creditTypes: Readonly<Record<string, string>>;
  readonly objects: readonly string[];
  /** By key; the last is one that nothing needs. */
  readonly courses: Readonly<Record<string, DemoCourse>>;
  /** By the key of the award. */
  readonly curricula: Readonly<Record<string, DemoCurriculum>>;
}

const cascadia: DemoCourses = {
  creditTypes: { general: 'General', ethics: 'Ethics', technology: 'Technology' },
  objects: ['Workshop', 'Online Course'],
  courses: {
    'budget-basics': {
      name: 'Local Government Budget Basics',
      code: 'FIN-101',
      description:
        'The budget year from the first estimate to the adopted resolution: funds, levies, hearings and what the law asks of the budget officer.',
      object: 'Workshop',
      creditHours: 6,
      credits: { general: 6 },
      tags: ['finance', 'budget'],
      skills: ['Budget preparation', 'Fund accounting'],
      instructors: ['farah'],
      hexNameColor: '#1B5E20',
    },
    'public-meetings-law': {
      name: 'Public Meetings Law in Practice',
      code: 'GOV-110',
      description:
        'Quorum, notice, minutes and executive sessions, worked through with the agendas of real boards.',
      object: 'Workshop',
      creditHours: 3,
      credits: { general: 2, ethics: 1 },
      tags: ['governance', 'elected officials'],
      skills: ['Public meetings law'],
      instructors: ['ben', 'jonas'],
    },
    'ethics-in-office': {
      name: 'Ethics in Public Office',
      code: 'GOV-120',
      description:
        'Gifts, conflicts of interest and statements of economic interest, for elected and appointed.',
      object: 'Online Course',
      creditHours: 4,
      credits: { ethics: 4 },
      tags: ['ethics', 'elected officials'],
      skills: ['Government ethics'],
      instructors: ['ada'],
    },
    'records-management': {
      name: 'Records Management and Retention',
      code: 'REC-100',
      description:
        'Retention schedules, electronic records and answering requests in the time the law gives.',
      object: 'Workshop',
      creditHours: 6,
      credits: { general: 6 },
      tags: ['clerks', 'records'],
      skills: ['Records management'],
      instructors: ['kira'],
    },
    'election-administration': {
      name: 'Election Administration for County Clerks',
      code: 'ELE-200',
      description: 'Ballots, observers, recounts and certification, with the calendar of a general election.',
      object: 'Workshop',
      creditHours: 12,
      credits: { general: 11, ethics: 1 },
      tags: ['clerks', 'elections'],
      skills: ['Election administration'],
      after: ['records-management'],
      instructors: ['kira', 'leo'],
    },
    'work-zone-safety': {
      name: 'Work-Zone Safety and Flagging',
      code: 'RD-105',
      description: 'Traffic control plans, flagging and night work, with an exercise on a closed road.',
      object: 'Workshop',
      creditHours: 8,
      credits: { general: 8 },
      tags: ['public works', 'safety'],
      skills: ['Work-zone safety'],
      instructors: ['grace'],
    },
    'parliamentary-procedure': {
      name: 'Parliamentary Procedure for Boards',
      code: 'GOV-130',
      description: 'Motions, amendments and points of order, practised in a mock meeting.',
      object: 'Online Course',
      creditHours: 2,
      credits: { general: 2 },
      tags: ['governance'],
      skills: ['Running meetings'],
    },
  },
  curricula: {
    clerk: {
      required: ['records-management', 'election-administration'],
      electives: ['public-meetings-law', 'ethics-in-office'],
      electivesNeeded: 1,
      credits: { general: 18, ethics: 2 },
      renewal: { general: 10, ethics: 2 },
    },
    finance: {
      required: ['budget-basics', 'ethics-in-office'],
      credits: { general: 6, ethics: 4 },
      renewal: { general: 6, ethics: 1 },
    },
    'new-commissioner': { required: ['public-meetings-law', 'ethics-in-office'], credits: {} },
    roads: { required: ['work-zone-safety'], credits: { general: 8 } },
  },
};

const harbor: DemoCourses = {
  creditTypes: { core: 'Core Licensing', brokerage: 'Brokerage' },
  objects: ['Seminar'],
  courses: {
    'agency-law': {
      name: 'Agency Law Update',
      code: 'LAW-10',
      description: 'Who represents whom, disclosure forms, and the court decisions of the past year.',
      object: 'Seminar',
      creditHours: 4,
      credits: { core: 4 },
      tags: ['buyer agency', 'licensing'],
      skills: ['Agency law', 'Negotiation'],
      instructors: ['tessa'],
    },
    'shoreline-rules': {
      name: 'Shoreline Rules and Flood Insurance',
      code: 'WTR-20',
      description: 'Setbacks, moorings, flood maps and what to tell a buyer before the offer.',
      object: 'Seminar',
      creditHours: 3,
      credits: { core: 3 },
      tags: ['waterfront', 'flood insurance'],
      skills: ['Shoreline regulation'],
      instructors: ['samir'],
    },
  },
  curricula: {
    buyer: { required: ['agency-law'], credits: { core: 4 } },
    waterfront: { required: ['shoreline-rules'], electives: ['agency-law'], credits: { core: 3 } },
  },
};

/** By tenant code. */
export const demoCourses: Readonly<Record<string, DemoCourses>> = { demo: cascadia, harbor };
