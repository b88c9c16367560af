// Gives the demo tenants their level types, object types and awards.
import { type AwardItem, awardSort, buildAward } from '../../functions/training/awards/award.ts';
import { awardEntries, awardsByName, putAward } from '../../functions/training/awards/store.ts';
import { insertType, listTypesOfKind } from '../../functions/training/settings/types/store.ts';
import { buildType } from '../../functions/training/settings/types/training-type.ts';
import { commit } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { type DemoTraining, demoTraining } from './demo-training.ts';
import { seedClasses } from './seed-classes.ts';
import { seedCourses } from './seed-courses.ts';
import { seedCredentials } from './seed-credentials.ts';
import { seedCredits } from './seed-credits.ts';
import { seedNotifications } from './seed-notifications.ts';
import { seedPeople } from './seed-people.ts';
import { seedRegistrations } from './seed-registrations.ts';
import { seedReports } from './seed-reports.ts';
import { seedSettings } from './seed-settings.ts';

/** When the demo's first award was made; each further one came some weeks later. */
const firstCreated = Date.parse('2024-02-05T15:00:00Z');
const weeksBetween = 9 * 7 * 24 * 60 * 60 * 1000;

/**
 * Seeds a tenant's training, if there is some for it and it has none, and returns the ids that examples name: the types
 * in examples are ones that no award has, so that they can be removed. A demo award that was removed stays removed.
 */
export async function seedTraining(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const training = demoTraining[tenant.code];
  if (training === undefined) return {};
  const idOf = (kind: string, key: string): string => recordId(tenant.code, `${kind}:demo`, key);
  if ((await listTypesOfKind(tenant, 'levelType')).length === 0) await bringIn(tenant, training, idOf, now);
  return {
    awardId: idOf('award', Object.keys(training.awards)[0] ?? ''),
    levelTypeId: idOf('levelType', training.spareLevel),
    objectTypeId: idOf('objectType', training.spareObject),
    ...(await seedCourses(tenant, now)),
    ...(await seedSettings(tenant, now)),
    ...(await seedClasses(tenant, now)),
    ...(await seedPeople(tenant, now)),
    ...(await seedNotifications(tenant, now)),
    ...(await seedCredentials(tenant, now)),
    ...(await seedCredits(tenant, now)),
    ...(await seedRegistrations(tenant, now)),
    ...(await seedReports(tenant, now)),
  };
}

type IdOf = (kind: string, key: string) => string;

/** Everything in one transaction: the tenant has its demo training whole, or none. */
async function bringIn(tenant: TenantStore, training: DemoTraining, idOf: IdOf, now: Date): Promise<void> {
  const made = Object.entries(training.awards).map(([key, { level, object, after = [], ...award }], at) =>
    buildAward(
      idOf('award', key),
      { ...award, levelTypeId: idOf('levelType', level), objectTypeId: idOf('objectType', object) },
      after.map((one) => ({
        type: 'Award',
        id: idOf('award', one),
        name: training.awards[one]?.name ?? one,
      })),
      new Date(Math.min(firstCreated + at * weeksBetween, now.getTime())),
    ),
  );
  const types = [
    ...[...training.levels, training.spareLevel].map((name) =>
      buildType('levelType', idOf('levelType', name), { name }, now),
    ),
    ...[...training.objects, training.spareObject].map((name) =>
      buildType('objectType', idOf('objectType', name), { name }, now),
    ),
  ].map((type) => ({
    ...type,
    uses: made.filter(({ levelTypeId, objectTypeId }) => [levelTypeId, objectTypeId].includes(type.id))
      .length,
  }));
  const placesOf = (awards: readonly AwardItem[]) =>
    awards.map((award) => ({ sort: awardSort(award), by: 1 as const }));
  await commit([
    ...types.flatMap((type) => insertType(tenant, type)),
    ...made.flatMap((award) => putAward(tenant, award)),
    ...(await awardsByName(tenant).changesFor(placesOf(made))),
    ...(await awardEntries(tenant).activeByName.changesFor(
      placesOf(made.filter(({ isActive }) => isActive)),
    )),
  ]);
}
