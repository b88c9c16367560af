// Stores award registrations: one per person and award in the person's record, listed by award, and found by id through
// a pointer that is listed while the registration awaits approval or is active.

import type { ListingPosition } from '../../../../shared/data/changes.ts';
import { type Change, check, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { listFormerKeys } from '../../../../shared/merges/follow-merges.ts';
import {
  type AwardRegistrationItem,
  activeAwardRegistrations,
  awardRegistrationKey,
  awardRegistrationPointerKey,
  awardRegistrationsByAward,
  pendingAwardRegistrations,
} from '../../records/training-record/certification.ts';
import { addActiveRegistrations } from '../store.ts';
import { isLive } from './award-registration.ts';

function getPointerListing(
  tenant: TenantStore,
  registration: AwardRegistrationItem,
): ListingPosition | undefined {
  const sort = pendingSort(registration);
  if (registration.status === 'PendingApproval') return { listing: pendingAwardRegistrations(tenant), sort };
  return registration.status === 'Active' ? { listing: activeAwardRegistrations(tenant), sort } : undefined;
}

/** The sort key among registrations that await approval. */
export const pendingSort = ({ createdDate, id }: Pick<AwardRegistrationItem, 'createdDate' | 'id'>): string =>
  `${createdDate}#${id}`;

/** Writes a registration without the award's counter, for callers that update it under a condition of their own. */
export function putAwardRegistration(
  tenant: TenantStore,
  before: AwardRegistrationItem | undefined,
  after: AwardRegistrationItem,
  ifMatch?: IfMatch,
): Change[] {
  const { id, personId, awardId, status, createdDate } = after;
  return [
    put(awardRegistrationKey(tenant, personId, awardId), after, {
      ...(before ? ifUnchanged(before.version, ifMatch) : { condition: ifAbsent, onConflict: 'retry' }),
      listed: { listing: awardRegistrationsByAward(tenant, awardId), sort: `${status}#${personId}` },
    }),
    ...(before
      ? []
      : listFormerKeys(tenant, awardRegistrationKey(tenant, personId, awardId)).map((key) =>
          check(key, ifAbsent, 'retry'),
        )),
    put(
      awardRegistrationPointerKey(tenant, id),
      { type: 'award-registration-pointer', registrationId: id, personId, awardId, createdDate },
      { listed: getPointerListing(tenant, after) },
    ),
  ];
}

/** By how much the award's counter of live registrations changes. */
export const liveDelta = (before: AwardRegistrationItem | undefined, after: AwardRegistrationItem): number =>
  Number(isLive(after)) - Number(before !== undefined && isLive(before));

/** Writes a registration, over `before` if there is one, and updates the award's counter of live registrations. */
export function buildAwardRegistrationChanges(
  tenant: TenantStore,
  before: AwardRegistrationItem | undefined,
  after: AwardRegistrationItem,
  ifMatch?: IfMatch,
): Change[] {
  const delta = liveDelta(before, after);
  return [
    ...putAwardRegistration(tenant, before, after, ifMatch),
    ...(delta === 0 ? [] : [addActiveRegistrations(tenant, after.awardId, delta)]),
  ];
}

/**
 * The registration with this id, read consistently in two reads. A replaced registration no longer exists.
 * @throws Failure 404
 */
export async function requireAwardRegistration(
  tenant: TenantStore,
  id: string,
): Promise<AwardRegistrationItem> {
  const pointer = await tenant.get(awardRegistrationPointerKey(tenant, id), { consistent: true });
  const registration =
    pointer &&
    (await tenant.get(awardRegistrationKey(tenant, pointer.personId, pointer.awardId), { consistent: true }));
  if (registration?.id !== id) throw notFound('registration for an award', id);
  return registration;
}
