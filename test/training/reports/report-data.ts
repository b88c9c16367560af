// Data for reports, written with the keys of the modules that own it: a class, registrations, credits, certifications.

import { putClass } from '../../../functions/training/classes/changes.ts';
import type { ClassItem } from '../../../functions/training/classes/record/class.ts';
import { classSort } from '../../../functions/training/classes/record/class-entry.ts';
import { classesByStart } from '../../../functions/training/classes/record/store.ts';
import { insertCredit } from '../../../functions/training/records/granted-credits/store.ts';
import {
  type CertificationItem,
  certificationKey,
  certificationSort,
  certificationsByExpiry,
} from '../../../functions/training/records/training-record/certification.ts';
import type { CreditItem } from '../../../functions/training/records/training-record/training-record.ts';
import {
  type Payment,
  type RegistrationItem,
  type RegistrationStatus,
  registrationKey,
  registrationSort,
  registrationsByClass,
} from '../../../functions/training/registrations/record/registration.ts';
import { type Change, commit, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';

/** The id of a demo person, organization or course. */
export const demoId = (kind: string, key: string): string => recordId('demo', `${kind}:demo`, key);

const recordFields = (moment: string) => ({
  version: 1,
  createdDate: moment,
  modifiedDate: moment,
  schemaVersion: 1 as const,
});

/** A class that begins at a moment, in the time zone UTC. */
export function buildClass(id: string, sectionName: string, startsAt: string): ClassItem {
  const date = startsAt.slice(0, 10);
  const endsAt = new Date(Date.parse(startsAt) + 3 * 3600_000).toISOString();
  return {
    ...{ type: 'class', id, sectionName, courseId: demoId('course', 'budget-basics') },
    ...{
      timeZone: 'UTC',
      tags: [],
      instructors: [],
      locationType: 'online',
      isCancelled: false,
      reminderDays: [],
    },
    sessions: [
      {
        id: `${id}-1`,
        date,
        startTime: startsAt.slice(11, 16),
        endTime: endsAt.slice(11, 16),
        startsAt,
        endsAt,
      },
    ],
    registration: {
      ...{ isTurnedOn: true, nonMembersAllowed: true, waitlistSize: 0, offerHours: 48 },
      ...{ pendingHoldsSeat: true, mayReapplyAfterDenial: true },
      standard: { memberFee: 100, nonMemberFee: 150 },
    },
    ...{ courseEdition: 1, courseName: 'Budget Basics', courseCredits: [], startsAt, endsAt },
    ...recordFields('2026-01-01T00:00:00.000Z'),
  } satisfies ClassItem;
}

export const storeClass = async (tenant: TenantStore, item: ClassItem): Promise<void> =>
  commit([...putClass(tenant, item), ...(await classesByStart(tenant).changesForInsert(classSort(item)))]);

interface Registrant {
  readonly memberId: string;
  readonly memberName: string;
  readonly status?: RegistrationStatus;
  readonly payment?: Payment;
  readonly organizationName?: string;
}

/** A registration for a class; `at` is its position in the order of registration. */
export const buildRegistration = (
  of: ClassItem,
  index: number,
  { memberId, memberName, organizationName, ...more }: Registrant,
): RegistrationItem => ({
  ...{
    type: 'registration',
    id: recordId('demo', of.id, String(index)),
    classId: of.id,
    courseId: of.courseId,
  },
  ...{ sectionName: of.sectionName, classStartsAt: of.startsAt, memberId, memberName, organizationName },
  ...{ kind: 'member', phase: 'standard', registrationType: 'Self', registeredBy: 'test', holdsSeat: true },
  status: more.status ?? 'Confirmed',
  confirmationNumber: String(100_000_000 + index).replace(/(\d{3})(?=\d)/g, '$1-'),
  payment: more.payment ?? { amountDue: 100, state: 'unpaid' },
  history: [],
  ...recordFields(new Date(Date.parse('2026-02-01T00:00:00Z') + index * 1000).toISOString()),
});

const putListed = (tenant: TenantStore, item: RegistrationItem): Change =>
  put(registrationKey(tenant, item.id), item, {
    listed: { listing: registrationsByClass(tenant, item.classId).listing, sort: registrationSort(item) },
  });

/** Stores registrations of one class, a hundred in a transaction, and counts them once. */
export async function storeRegistrations(
  tenant: TenantStore,
  items: readonly RegistrationItem[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(items.length / 100) }, (_, index) =>
    items.slice(index * 100, (index + 1) * 100),
  );
  await Promise.all(parts.map((part) => commit(part.map((item) => putListed(tenant, item)))));
  const list = registrationsByClass(tenant, items[0]?.classId ?? '');
  await commit(await list.changesFor(items.map((item) => ({ sort: registrationSort(item), by: 1 }))));
}

/** Credits a person earned. */
export const buildCredit = (
  id: string,
  personId: string,
  more: Partial<CreditItem> & Pick<CreditItem, 'credits' | 'earnedDate' | 'creditTypeName'>,
): CreditItem => ({
  ...{ type: 'credit', id, personId, source: 'attendance', grantedBy: 'test' },
  creditTypeId: demoId('creditType', more.creditTypeName.toLowerCase()),
  ...recordFields('2026-03-01T00:00:00.000Z'),
  ...more,
});

export const storeCredits = (tenant: TenantStore, credits: readonly CreditItem[]): Promise<void> =>
  commit(credits.flatMap((credit) => insertCredit(tenant, credit)));

/** A certification that is valid through a day. */
export const buildCertification = (
  id: string,
  personId: string,
  more: Partial<CertificationItem>,
): CertificationItem => ({
  ...{ type: 'certification', id, personId, personName: 'Somebody', awardId: demoId('award', 'clerk') },
  ...{ awardName: 'Certified County Clerk', certificateNumber: '123-456-789', awardedBy: 'test' },
  ...{ awardedDate: '2025-01-01', validFrom: '2025-01-01', statusIndex: 1 },
  rules: {
    ...{ awardVersion: 1, curriculumVersion: 1, graceDays: 30, judgedAt: '2025-01-01T00:00:00.000Z' },
    curriculum: { requiredCourseIds: [], electiveCourseIds: [], electivesNeeded: 0, minimumCredits: [] },
  },
  ...recordFields('2025-01-01T00:00:00.000Z'),
  ...more,
});

export const storeCertification = (tenant: TenantStore, item: CertificationItem): Promise<void> =>
  commit([
    put(certificationKey(tenant, item.personId, item.id), item, {
      listed: { listing: certificationsByExpiry(tenant), sort: certificationSort(item) },
    }),
  ]);
