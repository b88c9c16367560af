// Changes that could not be handled: set aside with all that is needed to repeat them, so that those behind them go on
// (docs/events.md#changes-that-cannot-be-handled).
import { gunzipSync, gzipSync } from 'node:zlib';
import { tenantKey } from '../auth/accounts/records.ts';
import {
  type Change,
  type Condition,
  commit,
  commitUnlessStale,
  ifPresent,
  put,
  remove,
  update,
} from '../data/changes.ts';
import { type DueEntry, type DueKind, readTenantText } from '../data/due-partition.ts';
import {
  type Key,
  listDueEntries,
  openTenantStore,
  type PlatformStore,
  type TenantStore,
} from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import { writeBatches } from '../data/write-batches.ts';
import { reportDeadChange } from '../log/metrics.ts';
import { splitBytes } from '../values/split-bytes.ts';
import type { StreamRecord } from './change-event.ts';

/** A change that was set aside. */
export interface DeadChangeItem {
  readonly type: 'dead-change';
  readonly id: string;
  /** The address of the item that changed. */
  readonly keys: string;
  /** What the last attempt failed with. */
  readonly reason: string;
  /** ISO 8601. */
  readonly setAsideDate: string;
  /** When an operator asked to repeat it; absent until then, and after an attempt that failed. */
  readonly repeatDate?: string | undefined;
  readonly parts: number;
  readonly ttl: number;
}

/** A piece of the record with both images, which together may be larger than an item. */
interface DeadChangePartItem {
  readonly type: 'dead-change-part';
  readonly bytes: Uint8Array;
  readonly ttl: number;
}

/** How long they are stored, in days. */
export const deadChangeDays = 30;

/** Listed over all tenants, so that a command finds them. */
const deadChanges: DueKind = { listing: 'DEAD-CHANGES', moment: 'ISO 8601' };

const partition = (id: string): string => `DEAD-CHANGE#${id}`;
const headKey = (tenant: TenantStore, id: string): Key<DeadChangeItem> => tenant.key(partition(id), 'CHANGE');
const partKey = (tenant: TenantStore, id: string, part: number): Key<DeadChangePartItem> =>
  tenant.key(partition(id), `PART#${part}`);

/** The id of the change in a key of its item; undefined for another item. */
export const parseDeadChange = (text: string, sort: string): string | undefined =>
  sort === 'CHANGE' ? /^DEAD-CHANGE#(.+)$/.exec(text)?.[1] : undefined;

const describe = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);

const putHead = (tenant: TenantStore, item: DeadChangeItem, condition?: Condition): Change =>
  put(headKey(tenant, item.id), item, {
    ...(condition && { condition, onConflict: 'retry' }),
    listed: { listing: tenant.dueListing(deadChanges.listing), sort: `${item.setAsideDate}#${item.id}` },
  });

/** Sets a change aside; nothing where its tenant is no longer there. @throws when it cannot be stored */
export async function setAside(record: StreamRecord, error: unknown, now: Date): Promise<void> {
  const { Keys, SequenceNumber = '', ApproximateCreationDateTime = 0 } = record.dynamodb ?? {};
  const code = parseTenantCode(readTenantText(Keys?.pk?.S ?? '') ?? '');
  if (!code) return;
  const tenant = openTenantStore(code);
  if (!(await tenant.get(tenantKey(tenant)))) return;
  const id = `${String(Math.round(ApproximateCreationDateTime * 1000)).padStart(13, '0')}-${SequenceNumber}`;
  const parts = splitBytes(gzipSync(JSON.stringify(record)));
  const ttl = Math.floor(now.getTime() / 1000) + deadChangeDays * 86_400;
  await writeBatches(
    parts.map((bytes, part) => put(partKey(tenant, id, part), { type: 'dead-change-part', bytes, ttl })),
    1,
  );
  const keys = `${Keys?.pk?.S ?? ''} ${Keys?.sk?.S ?? ''}`;
  await commit([
    putHead(tenant, {
      ...{ type: 'dead-change', id, keys, reason: describe(error), setAsideDate: now.toISOString() },
      ...{ parts: parts.length, ttl },
    }),
  ]);
  reportDeadChange({ tenant: code, id, reason: describe(error) }, now);
}

/** The changes of all tenants, or of one, that are set aside, the oldest of each tenant first. */
export async function listDeadChanges(
  platform: PlatformStore,
  only?: string,
): Promise<readonly { readonly tenant: TenantStore; readonly change: DeadChangeItem }[]> {
  const codes = new Set<string>();
  for (const part of listDueEntries(deadChanges.listing))
    for await (const { items } of platform.queryPages<DueEntry>(part))
      for (const { pk } of items) codes.add(readTenantText(pk) ?? '');
  const found = [...codes].filter((code) => only === undefined || code === only).toSorted();
  const lists = await Promise.all(
    found.map(async (text) => {
      const code = parseTenantCode(text);
      if (!code) return [];
      const tenant = openTenantStore(code);
      const listing = tenant.dueListing<DeadChangeItem>(deadChanges.listing);
      return (await tenant.queryAll(listing)).map((change) => ({ tenant, change }));
    }),
  );
  return lists.flat();
}

/** The change is still set aside, and was asked for at this moment. */
const ifAsked = (repeatDate: string): Condition => ({
  expression: '#repeatDate = :repeatDate',
  names: { '#repeatDate': 'repeatDate' },
  values: { ':repeatDate': repeatDate },
});

/**
 * Asks to repeat a change: the function that repeats is called for it.
 * @returns false where it was repeated since it was listed
 */
export const requestRepeat = (tenant: TenantStore, { id }: DeadChangeItem, now: Date): Promise<boolean> =>
  commitUnlessStale([
    update(
      headKey(tenant, id),
      { set: { repeatDate: now.toISOString() } },
      { condition: ifPresent, onConflict: 'retry' },
    ),
  ]);

/**
 * Handles a change that an operator asked to repeat, and removes it. One that fails again stays, with the reason.
 * @returns whether it was handled; true also where nothing is to be repeated
 */
export async function repeatChange(
  tenant: TenantStore,
  id: string,
  take: (records: readonly StreamRecord[]) => Promise<void>,
): Promise<boolean> {
  const change = await tenant.get(headKey(tenant, id), { consistent: true });
  if (change?.repeatDate === undefined) return true;
  const keys = Array.from({ length: change.parts }, (_, part) => partKey(tenant, id, part));
  const parts = await tenant.getMany(keys, { consistent: true });
  const { repeatDate, ...waiting } = change;
  try {
    const bytes = Buffer.concat(parts.map((part) => part?.bytes ?? new Uint8Array()));
    await take([JSON.parse(gunzipSync(bytes).toString('utf8')) as StreamRecord]);
  } catch (error) {
    // Another call may have handled it meanwhile: then nothing is left to repeat.
    await commitUnlessStale([putHead(tenant, { ...waiting, reason: describe(error) }, ifAsked(repeatDate))]);
    return false;
  }
  await commit([remove(headKey(tenant, id)), ...keys.map((key) => remove(key))]);
  return true;
}
