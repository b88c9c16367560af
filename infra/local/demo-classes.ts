// The invented classes of the demo tenants. Their days are counted from the day of seeding, so that some always lie ahead.
import type {
  CreateClassInput,
  RegistrationSettingsInput,
} from '../../functions/training/classes/class-request.ts';

interface DemoSession {
  readonly title?: string;
  /** Days after the Wednesday that `from` leads to. */
  readonly day: number;
  readonly startTime: string;
  readonly endTime: string;
}

/** A time of registration, in days before the class begins. */
interface DemoRegistration
  extends Omit<RegistrationSettingsInput, 'opensAt' | 'early' | 'standard' | 'approvalChainId'> {
  readonly opensDaysBefore?: number;
  readonly early?: {
    readonly endsDaysBefore: number;
    readonly memberSeats?: number;
    readonly memberFee: number;
  };
  readonly standard: NonNullable<RegistrationSettingsInput['standard']>;
  /** Key of an approval chain. */
  readonly chain?: string;
}

export interface DemoClass
  extends Omit<
    CreateClassInput,
    'courseId' | 'awardId' | 'objectTypeId' | 'sessions' | 'instructors' | 'registration'
  > {
  /** Keys of the course, the award, the object type and the instructors. */
  readonly course: string;
  readonly award?: string;
  readonly object: string;
  readonly instructors: readonly string[];
  /** Days from seeding after which the week of its first session comes; negative for the past. */
  readonly from: number;
  readonly sessions: readonly DemoSession[];
  readonly registration: DemoRegistration;
}

const cascadia: Readonly<Record<string, DemoClass>> = {
  'budget-basics-spring': {
    sectionName: 'Budget Basics, spring',
    description: 'Two mornings with the budget calendar of a real county. Bring the budget of your own.',
    course: 'budget-basics',
    award: 'finance',
    object: 'Workshop',
    from: 75,
    sessions: [
      { title: 'From estimate to proposal', day: 0, startTime: '09:00', endTime: '12:00' },
      { title: 'Hearings and adoption', day: 1, startTime: '09:00', endTime: '12:00' },
    ],
    instructors: ['farah', 'ben'],
    locationType: 'onlocationandonline',
    location: {
      name: 'Alder County Courthouse',
      roomNumber: '3B',
      addressLine1: '120 Courthouse Square',
      city: 'Alder Falls',
      state: 'OR',
      zipCode: '97401',
      country: 'USA',
    },
    onlineUrl: 'https://cascadia.example/live/budget-basics',
    locationAccessDetail: 'Park in the garage on Third; the east door opens at 8:30.',
    tags: ['finance', 'budget'],
    registration: {
      capacity: 40,
      early: { endsDaysBefore: 40, memberSeats: 25, memberFee: 95 },
      standard: { memberFee: 125, nonMemberFee: 175 },
      nonMembersAllowed: true,
      waitlistSize: 10,
    },
  },
  'ethics-online': {
    sectionName: 'Ethics in Office, live online',
    description: 'Gifts, conflicts of interest and the reports that are due, case by case.',
    course: 'ethics-in-office',
    object: 'Online Course',
    from: 45,
    sessions: [{ day: 1, startTime: '13:00', endTime: '15:00' }],
    instructors: ['ada'],
    locationType: 'online',
    onlineUrl: 'https://cascadia.example/live/ethics',
    tags: ['ethics'],
    registration: {
      capacity: 100,
      standard: { memberFee: 0 },
      chain: 'manager-then-training',
    },
  },
  'work-zone-full': {
    sectionName: 'Work Zone Safety, Alder yard',
    description: 'Flagging, tapers and lane closures, outdoors. Boots and a vest are needed.',
    course: 'work-zone-safety',
    object: 'Workshop',
    from: 30,
    sessions: [{ day: -1, startTime: '08:00', endTime: '16:30' }],
    instructors: ['grace'],
    locationType: 'onlocation',
    location: { name: 'Alder County Road Yard', city: 'Alder Falls', state: 'OR' },
    tags: ['public works', 'safety'],
    registration: { capacity: 3, standard: { memberFee: 60 }, waitlistSize: 5 },
  },
  'meetings-law-past': {
    sectionName: 'Public Meetings Law, winter',
    course: 'public-meetings-law',
    object: 'Workshop',
    from: -32,
    sessions: [{ day: 0, startTime: '10:00', endTime: '14:00' }],
    instructors: ['ben'],
    locationType: 'onlocation',
    location: { name: 'Birch County Annex', roomNumber: '204', city: 'Birch Harbor', state: 'OR' },
    tags: ['governance'],
    registration: { capacity: 30, standard: { memberFee: 45, nonMemberFee: 80 }, nonMembersAllowed: true },
  },
  'records-scheduled': {
    sectionName: 'Records Management, autumn',
    description: 'Retention schedules, requests and redaction.',
    course: 'records-management',
    object: 'Workshop',
    from: 150,
    sessions: [
      { day: 0, startTime: '09:30', endTime: '16:00' },
      { day: 7, startTime: '09:30', endTime: '16:00' },
    ],
    instructors: ['kira'],
    locationType: 'onlocation',
    location: { name: 'Birch County Records Center', city: 'Birch Harbor', state: 'OR' },
    tags: ['records', 'clerks'],
    registration: { capacity: 25, opensDaysBefore: 60, standard: { memberFee: 140 } },
  },
};

const harbor: Readonly<Record<string, DemoClass>> = {
  'agency-law-spring': {
    sectionName: 'Agency Law for Waterfront Brokers',
    description: 'Disclosure, dual agency and the new buyer agreements.',
    course: 'agency-law',
    object: 'Seminar',
    from: 60,
    sessions: [{ title: 'Half-day seminar', day: 0, startTime: '12:30', endTime: '16:30' }],
    instructors: ['tessa'],
    locationType: 'onlocation',
    location: { name: 'Lighthouse Realty Training Room', city: 'Portsmouth Cove', state: 'ME' },
    tags: ['buyer agency'],
    registration: { capacity: 20, standard: { memberFee: 75, nonMemberFee: 110 }, nonMembersAllowed: true },
  },
};

/** By tenant code and key. */
export const demoClasses: Readonly<Record<string, Readonly<Record<string, DemoClass>>>> = {
  demo: cascadia,
  harbor,
};
