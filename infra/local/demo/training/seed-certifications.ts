// Gives people of the demo tenants their registrations for awards and their certifications in every state.
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { type AwardItem, awardKey } from '../../../../functions/training/awards/record/award-record.ts';
import { curriculumKey } from '../../../../functions/training/awards/record/curriculum-record.ts';
import {
  type AwardRegistrationFields,
  buildAwardRegistration,
} from '../../../../functions/training/awards/registration/award-registration.ts';
import { buildAwardRegistrationChanges } from '../../../../functions/training/awards/registration/store.ts';
import { addHeldCertifications } from '../../../../functions/training/awards/store.ts';
import {
  applyRevocation,
  buildCertification,
  snapshotRules,
} from '../../../../functions/training/records/certifications/awarding/awarding.ts';
import {
  insertCertification,
  replaceCertification,
  reserveStatusIndex,
} from '../../../../functions/training/records/certifications/awarding/store.ts';
import { setCertificationTimers } from '../../../../functions/training/records/certifications/awarding/timers.ts';
import { buildRevocationChanges } from '../../../../functions/training/records/certifications/status-list.ts';
import type { CertificationItem } from '../../../../functions/training/records/training-record/certification.ts';
import {
  recordSortPrefixes,
  trainingRecord,
} from '../../../../functions/training/records/training-record/training-record.ts';
import { defaultTrainingSettings } from '../../../../functions/training/training-settings.ts';
import { type Change, commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../../shared/time/local-time.ts';
import { type DemoMoment, demoId } from '../steps/references.ts';

/** The subject that registered and awarded. */
const by = 'system';

/** A date, or a number of days before the day of seeding. */
const Day = z.union([z.iso.date(), z.int()]);

/** The registrations and certifications of one person; awards by key. */
export const DemoCertifications = z.strictObject({
  registrations: z
    .array(
      z.strictObject({
        award: z.string(),
        status: z.enum(['PendingApproval', 'Active', 'Denied', 'Withdrawn']),
        on: Day,
        justification: z.string().optional(),
        /** Whether the price of the award was charged. */
        isCharged: z.boolean().default(false),
      }),
    )
    .default([]),
  certifications: z
    .array(
      z.strictObject({
        award: z.string(),
        /** Days from the day of seeding to the last valid day; negative in the past. */
        endsIn: z.int().optional(),
        /** The day of an award that does not expire. */
        since: Day.optional(),
        /** The name of the person at that time, where it is another one now. */
        formerName: z.string().optional(),
        revoked: z.strictObject({ on: Day, reason: z.string() }).optional(),
      }),
    )
    .default([]),
});
type DemoCertifications = z.output<typeof DemoCertifications>;

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

/** Seeds the registrations and certifications of people who have none. People, awards and curricula exist already. */
export async function seedCertifications(
  tenant: TenantStore,
  records: Readonly<Record<string, DemoCertifications>>,
  { timeZone, now }: DemoMoment,
): Promise<void> {
  const today = toLocalDate(timeZone, now);
  for (const [key, record] of Object.entries(records)) {
    const person = await tenant.get(personKey(tenant, demoId(tenant.code, `person:${key}`)));
    if (!person || (await hasRegistration(tenant, person.id))) continue;
    const seeding = { tenant, key, person, timeZone, today, now };
    await commit(await buildRegistrations(seeding, record));
    for (const certification of record.certifications) await awardDemoCertification(seeding, certification);
  }
}

async function hasRegistration(tenant: TenantStore, personId: string): Promise<boolean> {
  const prefix = recordSortPrefixes.awardRegistration;
  const range = { from: prefix, to: `${prefix}~`, limit: 1 };
  return (await tenant.query(trainingRecord(tenant, personId), range)).items.length > 0;
}

/** The day, and its noon. */
function resolveDay({ today, timeZone }: Seeding, on: number | string): { day: string; at: Date } {
  const day = typeof on === 'string' ? on : addDays(today, -on);
  return { day, at: getStartOfDay(day, timeZone, 12) };
}

async function requireAward({ tenant }: Seeding, key: string): Promise<AwardItem> {
  const award = await tenant.get(awardKey(tenant, demoId(tenant.code, `award:${key}`)), { consistent: true });
  if (!award) throw new Error(`The demo award ${key} does not exist yet`);
  return award;
}

const registrationFields = (
  { tenant, key, person }: Seeding,
  award: string,
  day: string,
): AwardRegistrationFields => ({
  id: demoId(tenant.code, `awardRegistration:${key} ${award}`),
  personId: person.id,
  personName: displayName(person),
  registrationType: 'Self',
  justification: undefined,
  registeredBy: by,
  registeredDate: day,
});

async function buildRegistrations(
  seeding: Seeding,
  { registrations }: DemoCertifications,
): Promise<Change[]> {
  const changes = registrations.map(async ({ award, status, on, justification, isCharged }) => {
    const { day, at } = resolveDay(seeding, on);
    const fields = { ...registrationFields(seeding, award, day), justification };
    const registration = buildAwardRegistration(
      await requireAward(seeding, award),
      fields,
      status,
      undefined,
      at,
      isCharged ? defaultTrainingSettings.currency : undefined,
    );
    return buildAwardRegistrationChanges(seeding.tenant, undefined, registration);
  });
  return (await Promise.all(changes)).flat();
}

/** The day of the award that results in the requested last valid day. */
function findAwardedDay(seeding: Seeding, award: AwardItem, endsIn: number | undefined): string {
  const after = addDays(seeding.today, (endsIn ?? 0) + 1);
  return Temporal.PlainDate.from(after)
    .subtract({ ...award.validityPeriod })
    .toString();
}

/** The registration a year before, the award by the rules of today, and its outcome. */
async function awardDemoCertification(
  seeding: Seeding,
  {
    award: key,
    endsIn,
    since,
    formerName,
    revoked: revocation,
  }: DemoCertifications['certifications'][number],
): Promise<void> {
  const { tenant, person, timeZone, now } = seeding;
  const award = await requireAward(seeding, key);
  const curriculum = await tenant.get(curriculumKey(tenant, award.id));
  const { day, at } = resolveDay(seeding, since ?? findAwardedDay(seeding, award, endsIn));
  const began = addDays(day, -365);
  const registration = buildAwardRegistration(
    award,
    registrationFields(seeding, key, began),
    'Awarded',
    undefined,
    at,
  );
  const { graceDays, reminderDays } = defaultTrainingSettings.certification;
  const { statusIndex, change: reservation } = await reserveStatusIndex(tenant);
  const ids = ['certification', 'certificateNumber'].map((kind) =>
    demoId(tenant.code, `${kind}:${seeding.key} ${key}`),
  );
  const awarded = buildCertification({
    ...{ award, person, rules: snapshotRules(award, curriculum, graceDays, at) },
    ...{ awardedDate: day, validFrom: day, by, statusIndex, now: at },
    newId: () => ids.shift() ?? '',
  });
  const certification = formerName === undefined ? awarded : { ...awarded, personName: formerName };
  await commit([
    reservation,
    ...insertCertification(tenant, certification),
    addHeldCertifications(tenant, award.id, 1),
    ...buildAwardRegistrationChanges(tenant, undefined, registration),
    ...setCertificationTimers(tenant, certification, reminderDays, timeZone, now),
  ]);
  if (revocation) await revokeDemoCertification(seeding, certification, revocation);
}

async function revokeDemoCertification(
  seeding: Seeding,
  certification: CertificationItem,
  { on, reason }: { readonly on: number | string; readonly reason: string },
): Promise<void> {
  const { day, at } = resolveDay(seeding, on);
  const after = applyRevocation(certification, { by, reason, today: day, now: at });
  await commit([
    replaceCertification(seeding.tenant, certification, after),
    addHeldCertifications(seeding.tenant, certification.awardId, -1),
    ...buildRevocationChanges(seeding.tenant, after),
  ]);
}
