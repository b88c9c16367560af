// Stores certifications: in the record of the person and in the list by expiry, found by id and by number, with their
// expiry timers and their positions in the tenant's status lists.
import { type Change, ifAbsent, insert, put } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';
import { notFound } from '../../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../../shared/http/etag.ts';
import { type CursorPage, readCursorPage } from '../../../../../shared/lists/cursor.ts';
import { loadTrainingSettings } from '../../../training-settings.ts';
import {
  type CertificationItem,
  type CertificationPointer,
  certificateNumberKey,
  certificationById,
  certificationKey,
  certificationPointerKey,
  certificationSort,
  certificationsByExpiry,
} from '../../training-record/certification.ts';
import { setCertificationTimers } from './timers.ts';

/** The next free position in the tenant's status lists, counted across all lists. */
interface StatusCounterItem {
  readonly type: 'status-counter';
  readonly next: number;
}

const statusCounterKey = (tenant: TenantStore): Key<StatusCounterItem> =>
  tenant.key('STATUS-COUNTER', 'COUNTER');

/**
 * The next free position, and the change that reserves it. If another certification has taken it since, the request is
 * retried.
 */
export async function reserveStatusIndex(
  tenant: TenantStore,
): Promise<{ readonly statusIndex: number; readonly change: Change }> {
  const counter = await tenant.get(statusCounterKey(tenant), { consistent: true });
  const statusIndex = counter?.next ?? 0;
  const condition = counter
    ? { expression: '#next = :seen', names: { '#next': 'next' }, values: { ':seen': statusIndex } }
    : ifAbsent;
  return {
    statusIndex,
    change: put(
      statusCounterKey(tenant),
      { type: 'status-counter', next: statusIndex + 1 },
      { condition, onConflict: 'retry' },
    ),
  };
}

const expiryListEntry = (tenant: TenantStore, certification: CertificationItem) => ({
  listing: certificationsByExpiry(tenant),
  sort: certificationSort(certification),
});

/** Writes a new certification with a unique number: three changes. */
export function insertCertification(tenant: TenantStore, certification: CertificationItem): Change[] {
  const { id, personId } = certification;
  const pointer: CertificationPointer = { type: 'certification-pointer', certificationId: id, personId };
  return [
    insert(certificationKey(tenant, personId, id), certification, {
      listed: expiryListEntry(tenant, certification),
    }),
    put(certificationPointerKey(tenant, id), pointer),
    insertCertificateNumber(tenant, certification),
  ];
}

/** Writes the number of a certificate, which stays found when another one replaces it. */
export const insertCertificateNumber = (
  tenant: TenantStore,
  { id, personId, certificateNumber }: CertificationItem,
): Change =>
  insert(certificateNumberKey(tenant, certificateNumber), {
    type: 'certification-pointer',
    certificationId: id,
    personId,
  });

/** Removes the index attributes of a certification that was read, because they must not be written back. */
function omitListAttributes(
  read: CertificationItem & { readonly gsi1pk?: string; readonly gsi1sk?: string },
) {
  const { gsi1pk: _list, gsi1sk: _place, ...certification } = read;
  return certification;
}

/** Replaces a certification; it is removed from the list by expiry when it is revoked or renewed. */
export function replaceCertification(
  tenant: TenantStore,
  before: CertificationItem,
  after: CertificationItem,
  ifMatch?: IfMatch,
): Change {
  const isListed = after.revokedDate === undefined && after.renewedBy === undefined;
  return put(certificationKey(tenant, after.personId, after.id), omitListAttributes(after), {
    ...ifUnchanged(before.version, ifMatch),
    ...(isListed && { listed: expiryListEntry(tenant, after) }),
  });
}

/** Marks a certification as renewed by another one, and removes it from the list by expiry. */
export const markRenewed = (
  tenant: TenantStore,
  before: CertificationItem,
  renewalId: string,
  now: Date,
  ifMatch?: IfMatch,
): Change =>
  replaceCertification(
    tenant,
    before,
    {
      ...before,
      renewedBy: renewalId,
      version: before.version + 1,
      modifiedDate: now.toISOString(),
    },
    ifMatch,
  );

/**
 * Undoes a renewal that was revoked: the renewed certification is in the list by expiry again, with its own last day,
 * and can be renewed. No changes when there is none, or when it was revoked itself.
 */
export async function undoRenewal(
  tenant: TenantStore,
  { id, renews }: Pick<CertificationItem, 'id' | 'renews'>,
  timeZone: string,
  now: Date,
): Promise<Change[]> {
  const before = renews === undefined ? undefined : await certificationById(tenant, renews);
  if (before?.renewedBy !== id || before.revokedDate !== undefined) return [];
  const { reminderDays } = (await loadTrainingSettings(tenant)).certification;
  return [
    replaceCertification(tenant, before, {
      ...before,
      renewedBy: undefined,
      version: before.version + 1,
      modifiedDate: now.toISOString(),
    }),
    ...setCertificationTimers(tenant, before, reminderDays, timeZone, now),
  ];
}

/** A query of the list by expiry. */
interface ExpiryQuery {
  /** The last valid day is this one or later. */
  readonly expiringFrom?: string | undefined;
  /** The last valid day is before this one. */
  readonly expiringBefore?: string | undefined;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of the list by expiry: one query of as many entries as the page has.
 * @throws Failure VALIDATION_ERROR when the cursor belongs to another list
 */
export async function listCertificationsByExpiry(
  tenant: TenantStore,
  { expiringFrom, expiringBefore, ...page }: ExpiryQuery,
): Promise<CursorPage<CertificationItem>> {
  const list = certificationsByExpiry(tenant);
  return readCursorPage(list.name, page, certificationSort, async (limit, after) => {
    const from = after ?? expiringFrom;
    // A day alone sorts before all sort texts that begin with it.
    if (from !== undefined && expiringBefore !== undefined && from >= expiringBefore) return [];
    return tenant.queryAll(list, { from, to: expiringBefore, limit });
  });
}

/**
 * The certification with this id, read consistently. Two reads.
 * @throws Failure 404
 */
export async function requireCertification(tenant: TenantStore, id: string): Promise<CertificationItem> {
  const certification = await certificationById(tenant, id);
  if (!certification) throw notFound('certification', id);
  return certification;
}
