// Gives the demo tenants the training records of their people: credits, completions, registrations for awards,
// certifications in every state.
import { Temporal } from 'temporal-polyfill';
import type { AwardItem } from '../../functions/training/awards/award.ts';
import {
  type AwardRegistrationFields,
  buildAwardRegistration,
} from '../../functions/training/awards/registration/award-registration.ts';
import { buildAwardRegistrationChanges } from '../../functions/training/awards/registration/store.ts';
import { addHeldCertifications, awardKey } from '../../functions/training/awards/store.ts';
import type { CourseItem } from '../../functions/training/courses/course.ts';
import { courseKey } from '../../functions/training/courses/course.ts';
import { curriculumKey } from '../../functions/training/courses/curriculum.ts';
import { buildRevocationChanges } from '../../functions/training/credentials/status-list.ts';
import { deriveRecordNumber } from '../../functions/training/record-numbers.ts';
import type { CertificationItem } from '../../functions/training/records/certification.ts';
import {
  applyRevocation,
  buildCertification,
  snapshotRules,
} from '../../functions/training/records/certifications/awarding.ts';
import {
  insertCertification,
  replaceCertification,
  reserveStatusIndex,
} from '../../functions/training/records/certifications/store.ts';
import { setCertificationTimers } from '../../functions/training/records/certifications/timers.ts';
import { buildCompletion, buildCredit } from '../../functions/training/records/credits/credit.ts';
import { insertCompletion, insertCredit } from '../../functions/training/records/credits/store.ts';
import { recordSortPrefixes, trainingRecord } from '../../functions/training/records/training-record.ts';
import { defaultTrainingSettings } from '../../functions/training/settings/defaults/training-settings.ts';
import { typeKey } from '../../functions/training/settings/types/store.ts';
import { tenantKey } from '../../shared/auth/records.ts';
import { type Change, commit } from '../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../shared/data/store.ts';
import { toLocalDate } from '../../shared/directory/local-date.ts';
import { displayName } from '../../shared/directory/person.ts';
import { type PersonItem, personKey } from '../../shared/directory/person-store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { addDays } from '../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../shared/time/local-time.ts';
import { type DemoRecord, demoCredits } from './demo-credits.ts';

/** Who did all this: the platform, when it was set up. */
const by = 'system';

/** One person's record while it is seeded. */
interface Seeding {
  readonly tenant: TenantStore;
  /** The key of the person. */
  readonly key: string;
  readonly person: PersonItem;
  readonly timeZone: string;
  readonly today: string;
  readonly now: Date;
}

const idIn = (tenant: TenantStore, kind: string, key: string): string =>
  recordId(tenant.code, `${kind}:demo`, key);

/**
 * Seeds the training records of a tenant's people, if there are some for it and a person has none yet, and returns the ids
 * that examples name. Courses, awards and people are there already. What was changed since stays changed.
 */
export async function seedCredits(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const records = demoCredits[tenant.code];
  if (records === undefined) return {};
  const timeZone = (await tenant.get(tenantKey(tenant)))?.timeZone ?? 'America/Los_Angeles';
  const today = toLocalDate(timeZone, now);
  for (const [key, record] of Object.entries(records)) {
    const person = await tenant.get(personKey(tenant, idIn(tenant, 'person', key)));
    if (!person || (await hasRecord(tenant, person.id))) continue;
    await bringIn({ tenant, key, person, timeZone, today, now }, record);
  }
  return valuesOf(tenant);
}

function valuesOf(tenant: TenantStore): Readonly<Record<string, string>> {
  if (tenant.code !== 'demo') return {};
  const id = (kind: string, key: string): string => idIn(tenant, kind, key);
  return {
    creditId: id('credit', 'ada 0'),
    completionId: id('completion', 'ada ethics-in-office'),
    workedForAwardId: id('award', 'finance'),
    awardRegistrationId: id('awardRegistration', 'ada finance'),
    pendingAwardRegistrationId: id('awardRegistration', 'ben finance'),
    earnedAwardId: id('award', 'new-commissioner'),
    earnerId: id('person', 'ines'),
    certificationId: id('certification', 'kira clerk'),
    certificateNumber: deriveRecordNumber(id('certificateNumber', 'kira clerk'), 'certificate'),
    renewableCertificationId: id('certification', 'jonas finance'),
    holderId: id('person', 'kira'),
    heldAwardId: id('award', 'clerk'),
  };
}

async function hasRecord(tenant: TenantStore, personId: string): Promise<boolean> {
  const range = { from: recordSortPrefixes.awardRegistration, to: `${recordSortPrefixes.credit}~`, limit: 1 };
  return (await tenant.query(trainingRecord(tenant, personId), range)).items.length > 0;
}

/** The day that is meant, and its noon. */
function dayOf({ today, timeZone }: Seeding, on: number | string): { day: string; at: Date } {
  const day = typeof on === 'string' ? on : addDays(today, -on);
  return { day, at: getStartOfDay(day, timeZone, 12) };
}

async function there<T>(tenant: TenantStore, key: Key<T>): Promise<T> {
  const found = await tenant.get(key, { consistent: true });
  if (!found) throw new Error(`The demo record at ${key.pk} is not there yet`);
  return found;
}

const courseOf = (seeding: Seeding, key: string): Promise<CourseItem> =>
  there(seeding.tenant, courseKey(seeding.tenant, idIn(seeding.tenant, 'course', key)));
const awardOf = (seeding: Seeding, key: string): Promise<AwardItem> =>
  there(seeding.tenant, awardKey(seeding.tenant, idIn(seeding.tenant, 'award', key)));

/** Everything one person has, in one transaction; then what they hold, one after the other. */
async function bringIn(seeding: Seeding, record: DemoRecord): Promise<void> {
  await commit([
    ...(await creditChanges(seeding, record)),
    ...(await completionChanges(seeding, record)),
    ...(await registrationsOf(seeding, record)),
  ]);
  for (const certification of record.certifications ?? []) await give(seeding, certification);
}

async function creditChanges(seeding: Seeding, { credits }: DemoRecord): Promise<Change[]> {
  const { tenant, key, person } = seeding;
  const changes = credits.map(async ({ type, credits: many, on, course, note }, at) => {
    const { id: creditTypeId, name } = await there(
      tenant,
      typeKey(tenant, 'creditType', idIn(tenant, 'creditType', type)),
    );
    const taught = course === undefined ? undefined : await courseOf(seeding, course);
    const { day, at: moment } = dayOf(seeding, on);
    const credit = buildCredit(
      {
        ...{ id: idIn(tenant, 'credit', `${key} ${at}`), personId: person.id },
        ...{ creditTypeId, creditTypeName: name, credits: many, earnedDate: day },
        ...{ source: 'manual', grantedBy: by, note, organizationId: person.organizationId },
        ...{ courseId: taught?.id, courseName: taught?.name },
      },
      moment,
    );
    return insertCredit(tenant, credit);
  });
  return (await Promise.all(changes)).flat();
}

const completionChanges = (seeding: Seeding, { completions }: DemoRecord): Promise<Change[]> =>
  Promise.all(
    completions.map(async ({ course, on }) => {
      const { tenant, key, person } = seeding;
      const { id: courseId, name, edition } = await courseOf(seeding, course);
      const { day, at } = dayOf(seeding, on);
      const completion = buildCompletion(
        {
          ...{ id: idIn(tenant, 'completion', `${key} ${course}`), personId: person.id, courseId },
          ...{ courseName: name, courseEdition: edition, completedDate: day },
          ...{ source: 'manual', recordedBy: by },
        },
        at,
      );
      return insertCompletion(tenant, completion);
    }),
  );

const registering = (
  { tenant, key, person }: Seeding,
  award: string,
  day: string,
): AwardRegistrationFields => ({
  id: idIn(tenant, 'awardRegistration', `${key} ${award}`),
  personId: person.id,
  personName: displayName(person),
  registrationType: 'Self',
  justification: undefined,
  registeredBy: by,
  registeredDate: day,
});

async function registrationsOf(seeding: Seeding, { registrations = [] }: DemoRecord): Promise<Change[]> {
  const changes = registrations.map(async ({ award, status, on, justification }) => {
    const { day, at } = dayOf(seeding, on);
    const wish = { ...registering(seeding, award, day), justification };
    const registration = buildAwardRegistration(await awardOf(seeding, award), wish, status, undefined, at);
    return buildAwardRegistrationChanges(seeding.tenant, undefined, registration);
  });
  return (await Promise.all(changes)).flat();
}

/** The day a certification was awarded, so that it ends when it is to end. */
function awardedOn(seeding: Seeding, award: AwardItem, endsIn: number | undefined): string {
  const after = addDays(seeding.today, (endsIn ?? 0) + 1);
  return Temporal.PlainDate.from(after)
    .subtract({ ...award.validityPeriod })
    .toString();
}

/** The registration a year before, the award by the rules of today, and what became of it. */
async function give(
  seeding: Seeding,
  { award: key, endsIn, since, revoked: revocation }: NonNullable<DemoRecord['certifications']>[number],
): Promise<void> {
  const { tenant, person, timeZone, now } = seeding;
  const award = await awardOf(seeding, key);
  const curriculum = await tenant.get(curriculumKey(tenant, award.id));
  const { day, at } = dayOf(seeding, since ?? awardedOn(seeding, award, endsIn));
  const began = addDays(day, -365);
  const registration = buildAwardRegistration(
    award,
    registering(seeding, key, began),
    'Awarded',
    undefined,
    at,
  );
  const { graceDays, reminderDays } = defaultTrainingSettings.certification;
  const { statusIndex, change: reservation } = await reserveStatusIndex(tenant);
  const ids = ['certification', 'certificateNumber'].map((kind) =>
    idIn(tenant, kind, `${seeding.key} ${key}`),
  );
  const given = buildCertification({
    ...{ award, person, rules: snapshotRules(award, curriculum, graceDays, at) },
    ...{ awardedDate: day, validFrom: day, by, statusIndex, now: at },
    newId: () => ids.shift() ?? '',
  });
  await commit([
    reservation,
    ...insertCertification(tenant, given),
    addHeldCertifications(tenant, award.id, 1),
    ...buildAwardRegistrationChanges(tenant, undefined, registration),
    ...setCertificationTimers(tenant, given, reminderDays, timeZone, now),
  ]);
  if (revocation) await revoke(seeding, given, revocation);
}

async function revoke(
  seeding: Seeding,
  given: CertificationItem,
  { on, reason }: { readonly on: number | string; readonly reason: string },
): Promise<void> {
  const { day, at } = dayOf(seeding, on);
  const after = applyRevocation(given, { by, reason, today: day, now: at });
  await commit([
    replaceCertification(seeding.tenant, given, after),
    addHeldCertifications(seeding.tenant, given.awardId, -1),
    ...buildRevocationChanges(seeding.tenant, after),
  ]);
}
