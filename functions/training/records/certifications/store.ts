// Where certifications are kept: in the record of the person and in the list by expiry, found by id and by number; with
// the timers that tell of their end, and their place in the tenant's status lists.
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import { decodeCursor, encodeCursor } from '../../../../shared/data/list-cursor.ts';
import type { Key, Position, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { loadTrainingSettings } from '../../settings/defaults/training-settings.ts';
import {
  type CertificationItem,
  type CertificationPointer,
  certificateNumberKey,
  certificationById,
  certificationKey,
  certificationPointerKey,
  certificationSort,
  certificationsByExpiry,
} from '../certification.ts';
import { setCertificationTimers } from './timers.ts';

/** The next free place in the tenant's status lists, counted through all of them. */
interface StatusCounterItem {
  readonly type: 'status-counter';
  readonly next: number;
}

const statusCounterKey = (tenant: TenantStore): Key<StatusCounterItem> =>
  tenant.key('STATUS-COUNTER', 'COUNTER');

/** The next free place, and the change that takes it; decided again when another certification took it meanwhile. */
export async function reserveStatusIndex(
  tenant: TenantStore,
): Promise<{ readonly statusIndex: number; readonly taking: Change }> {
  const counter = await tenant.get(statusCounterKey(tenant), { consistent: true });
  const statusIndex = counter?.next ?? 0;
  const condition = counter
    ? { expression: '#next = :seen', names: { '#next': 'next' }, values: { ':seen': statusIndex } }
    : ifAbsent;
  return {
    statusIndex,
    taking: put(
      statusCounterKey(tenant),
      { type: 'status-counter', next: statusIndex + 1 },
      { condition, otherwise: 'decide again' },
    ),
  };
}

const expiryListEntry = (tenant: TenantStore, certification: CertificationItem) => ({
  listing: certificationsByExpiry(tenant),
  sort: certificationSort(certification),
});

/** Writes a new certification under a number that nobody has: three changes. */
export function insertCertification(tenant: TenantStore, certification: CertificationItem): Change[] {
  const { id, personId, certificateNumber } = certification;
  const pointer: CertificationPointer = { type: 'certification-pointer', certificationId: id, personId };
  return [
    put(certificationKey(tenant, personId, id), certification, {
      condition: ifAbsent,
      otherwise: 'decide again',
      listed: expiryListEntry(tenant, certification),
    }),
    put(certificationPointerKey(tenant, id), pointer),
    put(certificateNumberKey(tenant, certificateNumber), pointer, {
      condition: ifAbsent,
      otherwise: 'decide again',
    }),
  ];
}

/** What was read of a certification without its place in a list, which is not to be written back. */
function omitListAttributes(
  read: CertificationItem & { readonly gsi1pk?: string; readonly gsi1sk?: string },
) {
  const { gsi1pk: _list, gsi1sk: _place, ...certification } = read;
  return certification;
}

/** Writes a certification over what was read of it; it leaves the list by expiry once it is revoked or renewed. */
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

/** Says of a certification that another one renews it. It leaves the list by expiry. */
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
 * What revoking a renewal gives back: the certification that it renewed ends when it always did, stands in the list by
 * expiry again, and can be renewed. Nothing where there is none, or where it was revoked itself.
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

/** Which certifications of the list by expiry are asked for. */
interface ExpiryQuery {
  /** The last valid day is this one or later. */
  readonly expiringFrom?: string | undefined;
  /** The last valid day is before this one. */
  readonly expiringBefore?: string | undefined;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of the list by expiry: one query of as many entries as the page has, wherever it is.
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this list
 */
export async function listCertificationsByExpiry(
  tenant: TenantStore,
  { expiringFrom, expiringBefore, pageSize, cursor }: ExpiryQuery,
): Promise<{ readonly items: readonly CertificationItem[]; readonly next: string | undefined }> {
  const list = certificationsByExpiry(tenant);
  const after = cursor === undefined ? undefined : decodeCursor(list.name, cursor);
  const from = after ?? expiringFrom;
  // A day alone sorts before everything that begins with it.
  if (from !== undefined && expiringBefore !== undefined && from >= expiringBefore)
    return { items: [], next: undefined };
  const found: CertificationItem[] = [];
  let position: Position | undefined;
  do {
    const range = { from, to: expiringBefore, limit: pageSize + 2 - found.length };
    const page = await tenant.query(list, { ...range, ...(position && { after: position }) });
    found.push(...page.items);
    position = page.next;
  } while (position && found.length < pageSize + 2);
  const following = found.filter((one) => certificationSort(one) !== after);
  const items = following.slice(0, pageSize);
  const last = items.at(-1);
  const hasMore = following.length > pageSize && last !== undefined;
  return { items, next: hasMore ? encodeCursor(list.name, certificationSort(last)) : undefined };
}

/**
 * The certification with this id as it was last written. Two reads.
 * @throws Failure 404
 */
export async function requireCertification(tenant: TenantStore, id: string): Promise<CertificationItem> {
  const certification = await certificationById(tenant, id);
  if (!certification) throw notFound('certification', id);
  return certification;
}
