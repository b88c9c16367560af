// Where registrations are kept, and what is written with one: the claim of its member, its number, its place in their record.
import { type Change, ifAbsent, ifVersion, put, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { type ClassWithSeats, classAndSeats } from '../classes/store.ts';
import { registrationPointerKey } from '../records/training-record.ts';
import {
  isLive,
  type RegistrationItem,
  registrationKey,
  registrationSort,
  registrationsByClass,
} from './registration.ts';
import type { StatusChange } from './seats.ts';

/** What a member is to a class: one live registration at most, and how often they were denied. */
export interface ClaimItem {
  readonly type: 'class-claim';
  readonly classId: string;
  readonly memberId: string;
  /** The live registration; absent once it has ended. */
  readonly registrationId?: string | undefined;
  readonly denials?: number | undefined;
}

/** Keeps a confirmation number to one registration. */
interface NumberItem {
  readonly type: 'confirmation-number';
  readonly registrationId: string;
}

export const claimKey = (tenant: TenantStore, classId: string, memberId: string): Key<ClaimItem> =>
  tenant.key(`CLASS-MEMBER#${classId}#${memberId}`, 'CLAIM');
const numberKey = (tenant: TenantStore, number: string): Key<NumberItem> =>
  tenant.key(`CONFIRMATION#${number}`, 'CONFIRMATION');

/** What a member is to each of some classes, in the order of the classes; one round trip per hundred. */
export const claimsByMember = (
  tenant: TenantStore,
  classIds: readonly string[],
  memberId: string,
): Promise<(ClaimItem | undefined)[]> =>
  tenant.getMany(classIds.map((classId) => claimKey(tenant, classId, memberId)));

/** The registration with this id, if there is one. */
export const registrationById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<RegistrationItem | undefined> => tenant.get(registrationKey(tenant, id), options);

/** The registrations with these ids, in their order; one round trip per hundred. */
export const registrationsById = (
  tenant: TenantStore,
  ids: readonly string[],
  options?: { readonly consistent?: boolean },
): Promise<(RegistrationItem | undefined)[]> =>
  tenant.getMany(
    ids.map((id) => registrationKey(tenant, id)),
    options,
  );

/**
 * The registration with this id as it was last written, to be changed.
 * @throws Failure 404
 */
export async function requireRegistration(tenant: TenantStore, id: string): Promise<RegistrationItem> {
  const registration = await registrationById(tenant, id, { consistent: true });
  if (!registration) throw notFound('registration', id);
  return registration;
}

/** The class of a live registration, which keeps it from being removed, and its seats, as they were last written. */
export async function requireClassWithSeats(
  tenant: TenantStore,
  { id, classId }: Pick<RegistrationItem, 'id' | 'classId'>,
): Promise<ClassWithSeats> {
  const found = await classAndSeats(tenant, classId, { consistent: true });
  if (!found) throw new Error(`The class ${classId} of the registration ${id} is gone`);
  return found;
}

function buildClaimChanges(tenant: TenantStore, { before, after }: StatusChange): Change[] {
  const { id, classId, memberId } = after;
  const key = claimKey(tenant, classId, memberId);
  const [wasLive, isNow] = [before !== undefined && isLive(before.status), isLive(after.status)];
  if (wasLive === isNow) return [];
  if (!isNow)
    return [update(key, { unset: ['registrationId'], add: { denials: after.status === 'Denied' ? 1 : 0 } })];
  const condition = {
    expression: 'attribute_not_exists(#registrationId)',
    names: { '#registrationId': 'registrationId' },
  };
  const set = { type: 'class-claim' as const, classId, memberId, registrationId: id };
  return [update(key, { set }, { condition, otherwise: 'decide again' })];
}

/** Writes a new registration: in the list of its class, in its member's record, and with a number that nobody has. */
async function insertRegistration(tenant: TenantStore, registration: RegistrationItem): Promise<Change[]> {
  const { id, classId, courseId, memberId, confirmationNumber, createdDate } = registration;
  const list = registrationsByClass(tenant, classId);
  const sort = registrationSort(registration);
  const pointer = { registrationId: id, createdDate };
  return [
    put(registrationKey(tenant, id), registration, {
      condition: ifAbsent,
      otherwise: 'decide again',
      listed: { listing: list.listing, sort },
    }),
    put(registrationPointerKey(tenant, memberId, pointer), {
      type: 'registration-pointer',
      classId,
      courseId,
      ...pointer,
    }),
    put(
      numberKey(tenant, confirmationNumber),
      { type: 'confirmation-number', registrationId: id },
      { condition: ifAbsent, otherwise: 'decide again' },
    ),
    ...(await list.changesForInsert(sort)),
  ];
}

/** Writes a registration over what was read of it. Its place in lists stays. */
export const replaceRegistration = (
  tenant: TenantStore,
  before: RegistrationItem,
  after: RegistrationItem,
  ifMatch?: IfMatch | undefined,
): Change =>
  put(registrationKey(tenant, after.id), after, {
    ...(ifMatch === undefined
      ? { condition: ifVersion(before.version), otherwise: 'decide again' }
      : ifUnchanged(before.version, ifMatch)),
    listed: { listing: registrationsByClass(tenant, after.classId).listing, sort: registrationSort(after) },
  });

/** Writes the registration of a step, and its member's claim on the class. */
export const buildRegistrationChanges = async (
  tenant: TenantStore,
  step: StatusChange,
  ifMatch?: IfMatch | undefined,
): Promise<Change[]> => [
  ...(step.before
    ? [replaceRegistration(tenant, step.before, step.after, ifMatch)]
    : await insertRegistration(tenant, step.after)),
  ...buildClaimChanges(tenant, step),
];
