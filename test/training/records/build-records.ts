// Records of the training area for tests of its rules, which need no database.
import type { ClassItem, RegistrationSettings } from '../../../functions/training/classes/record/class.ts';
import type {
  CertificationItem,
  RulesSnapshot,
} from '../../../functions/training/records/training-record/certification.ts';
import type { RegistrationItem } from '../../../functions/training/registrations/record/registration.ts';
import { openTenantStore, type TenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';

const created = '2027-03-01T12:00:00.000Z';
const versioned = { version: 4, createdDate: created, modifiedDate: created, schemaVersion: 1 } as const;

/** A confirmed registration of a member, free of charge. */
export const buildRegistrationItem = (more: Partial<RegistrationItem> = {}): RegistrationItem => ({
  type: 'registration',
  id: 'r',
  classId: 'c',
  courseId: 'k',
  sectionName: 'Budget Basics',
  classStartsAt: '2027-05-04T16:00:00.000Z',
  memberId: 'm',
  memberName: 'Grace Whitehorse',
  kind: 'member',
  phase: 'standard',
  registrationType: 'Self',
  registeredBy: 'm',
  status: 'Confirmed',
  holdsSeat: true,
  confirmationNumber: '0000-0000',
  payment: { amountDue: 0, state: 'free' },
  history: [],
  ...versioned,
  ...more,
});

/** The settings of a class that is open to everybody without limits. */
export const buildSettings = (more: Partial<RegistrationSettings> = {}): RegistrationSettings => ({
  isTurnedOn: true,
  nonMembersAllowed: true,
  standard: { memberFee: 0, nonMemberFee: 0 },
  waitlistSize: 0,
  offerHours: 48,
  pendingHoldsSeat: true,
  mayReapplyAfterDenial: true,
  ...more,
});

/** A class of one session, 9:00 to 12:00 in Los Angeles on Tuesday, May 4, 2027. */
export const buildClassItem = (
  registration: Partial<RegistrationSettings> = {},
  more: Partial<ClassItem> = {},
): ClassItem => {
  const times = { startsAt: '2027-05-04T16:00:00.000Z', endsAt: '2027-05-04T19:00:00.000Z' };
  return {
    type: 'class',
    id: 'c',
    sectionName: 'Budget Basics',
    courseId: 'k',
    timeZone: 'America/Los_Angeles',
    sessions: [{ id: 's', date: '2027-05-04', startTime: '09:00', endTime: '12:00', ...times }],
    instructors: [],
    locationType: 'onlocation',
    tags: [],
    registration: buildSettings(registration),
    courseEdition: 1,
    courseName: 'Budgets',
    courseCredits: [],
    ...times,
    isCancelled: false,
    reminderDays: [],
    ...versioned,
    ...more,
  };
};

/** Rules that require nothing; a year of validity, and no grace. */
export const buildRules = (more: Partial<RulesSnapshot> = {}): RulesSnapshot => ({
  awardVersion: 1,
  curriculumVersion: 1,
  curriculum: { requiredCourseIds: [], electiveCourseIds: [], electivesNeeded: 0, minimumCredits: [] },
  validityPeriod: { years: 1 },
  graceDays: 0,
  judgedAt: created,
  ...more,
});

/** A certification of the year 2027. */
export const buildCertificationItem = (more: Partial<CertificationItem> = {}): CertificationItem => ({
  type: 'certification',
  id: 'z',
  personId: 'm',
  personName: 'Grace Whitehorse',
  awardId: 'a',
  awardName: 'Certified Clerk',
  certificateNumber: '0000-0000-0000',
  awardedDate: '2027-01-01',
  validFrom: '2027-01-01',
  validThrough: '2027-12-31',
  awardedBy: 'ann',
  rules: buildRules(),
  statusIndex: 0,
  ...versioned,
  ...more,
});

/** A tenant whose changes are looked at and never written. */
export function openUnusedTenant(): TenantStore {
  process.env.TABLE_NAME ??= 'unused';
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  return openTenantStore(code);
}
