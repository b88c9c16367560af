// Stores registrations, and with each one the claim of its member, its number and its place in the member's record.
import { type Change, check, insert, put, update } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { listFormerKeys } from '../../../../shared/merges/follow-merges.ts';
import { type ClassWithSeats, classAndSeats } from '../../classes/record/store.ts';
import { registrationPointerKey } from '../../records/training-record/training-record.ts';
import { replaceRegistration } from '../record/change-registration.ts';
import { claimKey } from '../record/claims.ts';
import {
  isLive,
  type RegistrationItem,
  registrationById,
  registrationKey,
  registrationSort,
  registrationsByClass,
} from '../record/registration.ts';
import type { StatusChange } from '../seats/seats.ts';

/** Reserves a confirmation number for one registration. */
interface NumberItem {
  readonly type: 'confirmation-number';
  readonly registrationId: string;
}

const numberKey = (tenant: TenantStore, number: string): Key<NumberItem> =>
  tenant.key(`CONFIRMATION#${number}`, 'CONFIRMATION');

/**
 * The registration with this id, read consistently.
 * @throws Failure 404
 */
export async function requireRegistration(tenant: TenantStore, id: string): Promise<RegistrationItem> {
  const registration = await registrationById(tenant, id, { consistent: true });
  if (!registration) throw notFound('registration', id);
  return registration;
}

/**
 * The class of a live registration, and its seats, read consistently. The class of a live registration can't be
 * removed.
 */
export async function requireClassWithSeats(
  tenant: TenantStore,
  { id, classId }: Pick<RegistrationItem, 'id' | 'classId'>,
): Promise<ClassWithSeats> {
  const found = await classAndSeats(tenant, classId, { consistent: true });
  if (!found) throw new Error(`The class ${classId} of the registration ${id} no longer exists`);
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
  return [
    update(key, { set }, { condition, onConflict: 'retry' }),
    ...listFormerKeys(tenant, key).map((former) => check(former, condition, 'retry')),
  ];
}

/**
 * Writes a new registration, with its place in the list of its class and in its member's record, and a unique number.
 */
async function insertRegistration(tenant: TenantStore, registration: RegistrationItem): Promise<Change[]> {
  const { id, classId, courseId, memberId, confirmationNumber, createdDate } = registration;
  const list = registrationsByClass(tenant, classId);
  const sort = registrationSort(registration);
  const pointer = { registrationId: id, createdDate };
  return [
    insert(registrationKey(tenant, id), registration, { listed: { listing: list.listing, sort } }),
    put(registrationPointerKey(tenant, memberId, pointer), {
      type: 'registration-pointer',
      classId,
      courseId,
      ...pointer,
    }),
    insert(numberKey(tenant, confirmationNumber), { type: 'confirmation-number', registrationId: id }),
    ...(await list.changesForInsert(sort)),
  ];
}

/** Writes the registration of a status change, and its member's claim on the class. */
export const buildRegistrationChanges = async (
  tenant: TenantStore,
  statusChange: StatusChange,
  ifMatch?: IfMatch | undefined,
): Promise<Change[]> => [
  ...(statusChange.before
    ? [replaceRegistration(tenant, statusChange.before, statusChange.after, ifMatch)]
    : await insertRegistration(tenant, statusChange.after)),
  ...buildClaimChanges(tenant, statusChange),
];
