// The invented training records of the demo tenants: who completed and earned what, who works for which award, who holds
// which certification. A day is a date, or so many days before the day of seeding.
import type { AwardRegistrationItem } from '../../functions/training/records/certification.ts';

type Day = number | `${number}-${number}-${number}`;

interface DemoCredit {
  /** Key of the credit type. */
  readonly type: string;
  readonly credits: number;
  readonly on: Day;
  /** Key of the course they were earned in. */
  readonly course?: string;
  readonly note?: string;
}

interface DemoAwardRegistration {
  /** Key of the award. */
  readonly award: string;
  readonly status: Exclude<AwardRegistrationItem['status'], 'Awarded'>;
  readonly on: Day;
  readonly justification?: string;
}

interface DemoCertification {
  readonly award: string;
  /** Days from the day of seeding to its last valid day, negative in the past; for an award without an end, since when. */
  readonly endsIn?: number;
  readonly since?: Day;
  readonly revoked?: { readonly on: Day; readonly reason: string };
}

/** What one person has. */
export interface DemoRecord {
  readonly completions: readonly { readonly course: string; readonly on: Day }[];
  readonly credits: readonly DemoCredit[];
  readonly registrations?: readonly DemoAwardRegistration[];
  readonly certifications?: readonly DemoCertification[];
}

/** By key of the person. */
type DemoRecords = Readonly<Record<string, DemoRecord>>;

const cascadia: DemoRecords = {
  // In progress: two thirds of the way.
  ada: {
    completions: [{ course: 'ethics-in-office', on: '2025-03-12' }],
    credits: [
      { type: 'ethics', credits: 4, on: '2025-03-12', course: 'ethics-in-office' },
      { type: 'general', credits: 2.5, on: '2025-05-20', note: 'Panel on levies at the spring conference.' },
    ],
    registrations: [{ award: 'finance', status: 'Active', on: '2025-02-03' }],
  },
  // Asked to be registered.
  ben: {
    completions: [],
    credits: [],
    registrations: [
      {
        award: 'finance',
        status: 'PendingApproval',
        on: 6,
        justification: 'Takes over the budget committee from January.',
      },
    ],
  },
  // Just begun.
  dora: {
    completions: [],
    credits: [{ type: 'general', credits: 1.25, on: 40, note: 'Webinar on purchasing thresholds.' }],
    registrations: [{ award: 'finance', status: 'Active', on: 90 }],
  },
  // Everything is there; yet to be awarded.
  ines: {
    completions: [
      { course: 'public-meetings-law', on: 60 },
      { course: 'ethics-in-office', on: 20 },
    ],
    credits: [
      { type: 'general', credits: 2, on: 60, course: 'public-meetings-law' },
      { type: 'ethics', credits: 1, on: 60, course: 'public-meetings-law' },
      { type: 'ethics', credits: 4, on: 20, course: 'ethics-in-office' },
    ],
    registrations: [{ award: 'new-commissioner', status: 'Active', on: 75 }],
  },
  // Holds what has no end.
  esteban: {
    completions: [
      { course: 'public-meetings-law', on: 820 },
      { course: 'ethics-in-office', on: 800 },
    ],
    credits: [
      { type: 'general', credits: 2, on: 820, course: 'public-meetings-law' },
      { type: 'ethics', credits: 5, on: 800, course: 'ethics-in-office' },
    ],
    certifications: [{ award: 'new-commissioner', since: 790 }],
  },
  // In force for two and a half years yet.
  farah: {
    completions: [
      { course: 'budget-basics', on: 230 },
      { course: 'ethics-in-office', on: 200 },
    ],
    credits: [
      { type: 'general', credits: 6, on: 230, course: 'budget-basics' },
      { type: 'ethics', credits: 4, on: 200, course: 'ethics-in-office' },
    ],
    certifications: [{ award: 'finance', endsIn: 915 }],
  },
  // Ends soon, and has what a renewal asks for.
  jonas: {
    completions: [
      { course: 'budget-basics', on: 1140 },
      { course: 'ethics-in-office', on: 1100 },
    ],
    credits: [
      { type: 'general', credits: 6, on: 1140, course: 'budget-basics' },
      { type: 'ethics', credits: 4, on: 1100, course: 'ethics-in-office' },
      { type: 'general', credits: 6, on: 300, note: 'Budget officers’ institute, two days.' },
      { type: 'ethics', credits: 1, on: 120, note: 'Ethics hour at the annual conference.' },
    ],
    certifications: [{ award: 'finance', endsIn: 62 }],
  },
  // Ends soon, and still needs 4 General credits.
  kira: {
    completions: [
      { course: 'records-management', on: 1300 },
      { course: 'election-administration', on: 1200 },
      { course: 'public-meetings-law', on: 1120 },
    ],
    credits: [
      { type: 'general', credits: 6, on: 1300, course: 'records-management' },
      { type: 'general', credits: 11, on: 1200, course: 'election-administration' },
      { type: 'ethics', credits: 1, on: 1200, course: 'election-administration' },
      { type: 'general', credits: 2, on: 1120, course: 'public-meetings-law' },
      { type: 'ethics', credits: 1, on: 1120, course: 'public-meetings-law' },
      { type: 'general', credits: 6, on: 210, note: 'Clerks’ winter school.' },
      { type: 'ethics', credits: 2, on: 90, note: 'Workshop on gifts and disclosure.' },
    ],
    certifications: [{ award: 'clerk', endsIn: 40 }],
  },
  // In grace for three weeks yet.
  leo: {
    completions: [
      { course: 'records-management', on: 1400 },
      { course: 'election-administration', on: 1290 },
      { course: 'ethics-in-office', on: 1150 },
    ],
    credits: [
      { type: 'general', credits: 18, on: 1290, course: 'election-administration' },
      { type: 'ethics', credits: 4, on: 1150, course: 'ethics-in-office' },
      { type: 'general', credits: 7.75, on: 400, note: 'Recount exercise with the Secretary of State.' },
    ],
    certifications: [{ award: 'clerk', endsIn: -9 }],
  },
  // Expired.
  grace: {
    completions: [{ course: 'work-zone-safety', on: 1320 }],
    credits: [{ type: 'general', credits: 8, on: 1320, course: 'work-zone-safety' }],
    certifications: [{ award: 'roads', endsIn: -390 }],
  },
  // Revoked, not expired.
  hiro: {
    completions: [{ course: 'work-zone-safety', on: 420 }],
    credits: [{ type: 'general', credits: 8, on: 420, course: 'work-zone-safety' }],
    certifications: [
      {
        award: 'roads',
        endsIn: 500,
        revoked: { on: 30, reason: 'The flagging card was found to be another person’s.' },
      },
    ],
  },
};

const harbor: DemoRecords = {
  paula: {
    completions: [{ course: 'agency-law', on: 150 }],
    credits: [{ type: 'core', credits: 4, on: 150, course: 'agency-law' }],
    certifications: [{ award: 'buyer', endsIn: 580 }],
  },
  tessa: {
    completions: [],
    credits: [{ type: 'core', credits: 1.5, on: 30, note: 'Harbor walk with the shoreline planner.' }],
    registrations: [{ award: 'waterfront', status: 'Active', on: 45 }],
  },
};

/** By tenant code. */
export const demoCredits: Readonly<Record<string, DemoRecords>> = { demo: cascadia, harbor };
