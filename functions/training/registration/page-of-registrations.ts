// A page of the registrations of a class, or of a person, with the exact number of all.
//
// The roster of a class is a counted list: any page of it costs the same. A person's registrations are found by the
// pointers in their record, some twenty to a read unit. Where only one state is asked for, all of the class or of the
// person are read: about one read unit for every two to four registrations.
import type { Position, TenantStore } from '../../../shared/data/store.ts';
import { descending } from '../catalogue-page.ts';
import { pageFrom } from '../listing.ts';
import { type RegistrationPointer, recordKinds, trainingRecord } from '../record/training-record.ts';
import {
  countedRegistrations,
  type RegistrationItem,
  type RegistrationStatus,
  registrationsOfClass,
} from './registration.ts';
import { registrationsById } from './store.ts';

/** Which page, in which direction of creation, and of which state when one is named. */
interface Wanted {
  readonly page: number;
  readonly pageSize: number;
  readonly sortDirection: 'asc' | 'desc';
  readonly status?: RegistrationStatus | undefined;
  readonly classId?: string | undefined;
}

interface RegistrationPage {
  readonly registrations: readonly RegistrationItem[];
  readonly total: number;
}

const directed = <T>(items: readonly T[], { sortDirection }: Wanted): T[] =>
  sortDirection === 'desc' ? items.toReversed() : [...items];

/** Every registration of a class, in the order of creation: for what needs them all. */
export async function allOfClass(tenant: TenantStore, classId: string): Promise<RegistrationItem[]> {
  const found: RegistrationItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(registrationsOfClass(tenant, classId), { ...(after && { after }) });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

/** A page of the roster of a class. */
export async function pageOfClass(
  tenant: TenantStore,
  classId: string,
  wanted: Wanted,
): Promise<RegistrationPage> {
  const { page, pageSize, sortDirection, status } = wanted;
  if (status !== undefined) {
    const all = (await allOfClass(tenant, classId)).filter((one) => one.status === status);
    return { registrations: pageFrom(directed(all, wanted), wanted), total: all.length };
  }
  const list = countedRegistrations(tenant, classId);
  if (sortDirection === 'asc') {
    const { items, total } = await list.page({ pageIndex: page - 1, pageSize });
    return { registrations: items, total };
  }
  const { items, total } = await descending(list, page, pageSize);
  return { registrations: items, total };
}

async function pointersOf(tenant: TenantStore, memberId: string): Promise<RegistrationPointer[]> {
  const found: RegistrationPointer[] = [];
  let after: Position | undefined;
  do {
    const range = { beginsWith: recordKinds.registration, ...(after && { after }) };
    const page = await tenant.query(trainingRecord<RegistrationPointer>(tenant, memberId), range);
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

const inOrderOf = async (
  tenant: TenantStore,
  pointers: readonly RegistrationPointer[],
): Promise<RegistrationItem[]> => {
  const ids = pointers.map(({ registrationId }) => registrationId);
  return (await registrationsById(tenant, ids)).filter((one) => one !== undefined);
};

/** A page of a person's registrations, of all classes or of one. */
export async function pageOfPerson(
  tenant: TenantStore,
  memberId: string,
  wanted: Wanted,
): Promise<RegistrationPage> {
  const all = await pointersOf(tenant, memberId);
  const { classId, status } = wanted;
  const pointers = directed(
    all.filter((pointer) => classId === undefined || pointer.classId === classId),
    wanted,
  );
  if (status === undefined) {
    return { registrations: await inOrderOf(tenant, pageFrom(pointers, wanted)), total: pointers.length };
  }
  const found = (await inOrderOf(tenant, pointers)).filter((one) => one.status === status);
  return { registrations: pageFrom(found, wanted), total: found.length };
}
