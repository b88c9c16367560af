// A page of the registrations of a class or a person, with the exact number of all.
//
// The roster of a class is a counted list: any page of it costs the same. The registrations of a person are found by
// the pointers in their record, about twenty per read unit. A status filter or another sort field reads all
// registrations of the class or the person: one read unit for every two to four.
import type { TenantStore } from '../../../shared/data/store.ts';
import { loadCountedPage, takePage } from '../../../shared/lists/page.ts';
import { applyDirection } from '../../../shared/lists/sort.ts';
import {
  type RegistrationPointer,
  recordSortPrefixes,
  trainingRecord,
} from '../records/training-record/training-record.ts';
import { type RosterSortField, sortRoster } from './presentation/roster-sort.ts';
import {
  type RegistrationItem,
  type RegistrationStatus,
  registrationListing,
  registrationsByClass,
  registrationsById,
} from './record/registration.ts';

interface RegistrationPageQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy?: RosterSortField;
  readonly sortDirection: 'asc' | 'desc';
  readonly status?: RegistrationStatus | undefined;
  readonly classId?: string | undefined;
}

interface RegistrationPage {
  readonly registrations: readonly RegistrationItem[];
  readonly total: number;
}

/** Whether all registrations must be read to know which of them are on a page. */
const needsFullRead = ({ status, sortBy = 'createdDate' }: RegistrationPageQuery): boolean =>
  status !== undefined || sortBy !== 'createdDate';

/** A page of registrations that were all read in the order of creation. */
function buildPage(all: readonly RegistrationItem[], query: RegistrationPageQuery): RegistrationPage {
  const { status, sortBy = 'createdDate', sortDirection } = query;
  const found = all.filter((registration) => status === undefined || registration.status === status);
  const sorted =
    sortBy === 'createdDate'
      ? applyDirection(found, sortDirection)
      : sortRoster(found, sortBy, sortDirection);
  return { registrations: takePage(sorted, query), total: found.length };
}

/** Every registration of a class, in the order of creation. */
export const loadClassRegistrations = (tenant: TenantStore, classId: string): Promise<RegistrationItem[]> =>
  tenant.queryAll(registrationListing(tenant, classId));

/** A page of the roster of a class. */
export async function loadClassPage(
  tenant: TenantStore,
  classId: string,
  query: RegistrationPageQuery,
): Promise<RegistrationPage> {
  if (needsFullRead(query)) return buildPage(await loadClassRegistrations(tenant, classId), query);
  const { items, total } = await loadCountedPage(registrationsByClass(tenant, classId), query);
  return { registrations: items, total };
}

const loadPointers = (tenant: TenantStore, memberId: string): Promise<RegistrationPointer[]> =>
  tenant.queryAll(trainingRecord<RegistrationPointer>(tenant, memberId), {
    beginsWith: recordSortPrefixes.registration,
  });

const loadRegistrations = async (
  tenant: TenantStore,
  pointers: readonly RegistrationPointer[],
): Promise<RegistrationItem[]> => {
  const ids = pointers.map(({ registrationId }) => registrationId);
  return (await registrationsById(tenant, ids)).filter((registration) => registration !== undefined);
};

/** A page of a person's registrations, for all classes or one. */
export async function loadPersonPage(
  tenant: TenantStore,
  memberId: string,
  query: RegistrationPageQuery,
): Promise<RegistrationPage> {
  const { classId } = query;
  const all = await loadPointers(tenant, memberId);
  const pointers = all.filter((pointer) => classId === undefined || pointer.classId === classId);
  if (needsFullRead(query)) return buildPage(await loadRegistrations(tenant, pointers), query);
  const page = takePage(applyDirection(pointers, query.sortDirection), query);
  return { registrations: await loadRegistrations(tenant, page), total: pointers.length };
}
