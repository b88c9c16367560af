// The classes that a person is or was registered for.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { followMerges } from '../../../../shared/merges/follow-merges.ts';
import { type RegistrationPointer, recordSortPrefixes, trainingRecord } from './training-record.ts';

/** How many of a person's latest registrations are compared: two records for each, in one round trip. */
const mostCompared = 50;

/** The ids of the classes of a person's latest registrations, live or not. */
export async function listRegisteredClassIds(tenant: TenantStore, memberId: string): Promise<string[]> {
  const pointers = await followMerges(tenant).queryAll(
    trainingRecord<RegistrationPointer>(tenant, memberId),
    {
      beginsWith: recordSortPrefixes.registration,
    },
  );
  return [...new Set(pointers.toReversed().map(({ classId }) => classId))].slice(0, mostCompared);
}
