// Stored batches: what was sent, the result of each row, and what an undo needs. All of it expires.
import { createHash } from 'node:crypto';
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { Condition } from '../../../shared/data/changes.ts';
import { type Change, ifAbsent, put } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { notFound, permissionDenied } from '../../../shared/errors/failure.ts';
import type { BatchedRecords, BatchKeyInput, BatchRow, UndoRow } from './schemas.ts';

/** Days within which a batch can be undone. */
export const UNDO_DAYS = 7;
const DAY_SECONDS = 24 * 3600;

/** A batch. */
export interface BatchItem extends BatchKeyInput {
  readonly type: 'batch';
  readonly records: BatchedRecords;
  readonly id: string;
  readonly rowCount: number;
  readonly createdDate: string;
  /** The subject who sent it. */
  readonly createdBy: string;
  readonly ttl: number;
}

/** The result of a row, and of its undo. */
export interface BatchRowItem extends BatchRow {
  readonly type: 'batch-row';
  readonly undo?: UndoRow;
  readonly ttl: number;
}

/** What an undo of a row needs; apart from the result, so that reading results stays cheap. */
interface BatchUndoItem {
  readonly type: 'batch-undo';
  /** The content before the batch; none of a record that it created. */
  readonly before?: object;
  /** The hash of the content that the batch left. */
  readonly after: string;
  readonly ttl: number;
}

/** Makes two batches that create a record by the same key meet in one item. */
interface KeyClaimItem {
  readonly type: 'batch-claim';
  /** The record that the batch created. */
  readonly recordId: string;
  readonly ttl: number;
}

/** When items of a batch are removed: in real time, a day after the last moment of an undo. */
export const batchTtl = (receivedAt: Date): number =>
  Math.floor(receivedAt.getTime() / 1000) + (UNDO_DAYS + 1) * DAY_SECONDS;

/** When the claim on a key value is removed: no two batches that could meet are a day apart. */
export const claimTtl = (receivedAt: Date): number => Math.floor(receivedAt.getTime() / 1000) + DAY_SECONDS;

/** The last moment at which a batch can be undone. */
export const getUndoEnd = ({ createdDate }: Pick<BatchItem, 'createdDate'>): Date =>
  new Date(Date.parse(createdDate) + UNDO_DAYS * DAY_SECONDS * 1000);

/** Whether a batch can still be undone. */
export const isUndoable = (batch: Pick<BatchItem, 'createdDate'>, now: Date): boolean =>
  now <= getUndoEnd(batch);

const toSort = (row: number): string => String(row).padStart(4, '0');

const batchKey = (tenant: TenantStore, id: string): Key<BatchItem> => tenant.key(`BATCH#${id}`, 'BATCH');
const rowKey = (tenant: TenantStore, id: string, row: number): Key<BatchRowItem> =>
  tenant.key(`BATCH#${id}`, `ROW#${toSort(row)}`);
const undoKey = (tenant: TenantStore, id: string, row: number): Key<BatchUndoItem> =>
  tenant.key(`BATCH-UNDO#${id}`, toSort(row));
/** Values may be longer than a key of the table; a hash never is. */
const claimKey = (
  tenant: TenantStore,
  records: BatchedRecords,
  { key, keyName }: BatchKeyInput,
  value: string,
): Key<KeyClaimItem> => {
  const hash = createHash('sha256').update(JSON.stringify([records, key, keyName ?? '', value]));
  return tenant.key(`BATCH-CLAIM#${hash.digest('hex')}`, 'CLAIM');
};

/** Stores a batch. Its id is new. */
export const putBatch = (
  tenant: TenantStore,
  batch: Omit<BatchItem, 'type' | 'ttl'>,
  receivedAt: Date,
): Change =>
  put(
    batchKey(tenant, batch.id),
    { ...batch, type: 'batch', ttl: batchTtl(receivedAt) },
    // The erasure of a person looks through all of them.
    { listed: { listing: tenant.listing('BATCHES'), sort: `${batch.createdDate}#${batch.id}` } },
  );

/** The permission to write the records of a batch, which its results and its undo require, too. */
const permissions = { people: 'crm.people.write', organizations: 'crm.organizations.write' } as const;

/** @throws Failure 404, or 403 for callers who may not write such records */
export async function requireBatchFor(
  tenant: TenantStore,
  { permissions: granted }: Pick<Caller, 'permissions'>,
  id: string,
): Promise<BatchItem> {
  const batch = await tenant.get(batchKey(tenant, id.toLowerCase()), { consistent: true });
  const isAnyGranted = Object.values(permissions).some((permission) => granted.has(permission));
  if (!batch && isAnyGranted) throw notFound('batch', id);
  const permission = permissions[batch?.records ?? 'people'];
  if (!batch || !granted.has(permission)) throw permissionDenied(permission);
  return batch;
}

/** The rows of a batch, in their order. */
export const listBatchRows = (tenant: TenantStore, id: string): Promise<BatchRowItem[]> =>
  tenant.queryAll(tenant.partition<BatchRowItem>(`BATCH#${id}`), { beginsWith: 'ROW#', consistent: true });

/** Stores the result of a row. */
export const putRow = (
  tenant: TenantStore,
  id: string,
  result: BatchRow & { readonly undo?: UndoRow },
  receivedAt: Date,
): Change => put(rowKey(tenant, id, result.row), { ...result, type: 'batch-row', ttl: batchTtl(receivedAt) });

/** Stores what an undo of a row needs. */
export const putUndo = (
  tenant: TenantStore,
  { id, row }: { readonly id: string; readonly row: number },
  undo: Pick<BatchUndoItem, 'before' | 'after'>,
  receivedAt: Date,
): Change =>
  put(undoKey(tenant, id, row), { ...undo, type: 'batch-undo', ttl: batchTtl(receivedAt) }, { isCopy: true });

/** A row with what its undo needs, as they are now. One round trip. */
export async function loadRow(tenant: TenantStore, id: string, row: number) {
  const [result, undo] = await Promise.all([
    tenant.get(rowKey(tenant, id, row), { consistent: true }),
    tenant.get(undoKey(tenant, id, row), { consistent: true }),
  ]);
  return { result, undo };
}

/**
 * A value of a key as batches claimed it: the record that one of them created by it, and the change that claims it for
 * another one. The change fails, and the row is decided again, when a batch has claimed the value after this read. Call it
 * before looking for the value.
 */
export async function readKeyClaim(
  tenant: TenantStore,
  { records, ...batch }: BatchKeyInput & { readonly records: BatchedRecords },
  value: string,
  receivedAt: Date,
): Promise<{ readonly recordId: string | undefined; readonly claimFor: (recordId: string) => Change }> {
  const key = claimKey(tenant, records, batch, value);
  const before = await tenant.get(key, { consistent: true });
  const condition: Condition = before
    ? { expression: 'recordId = :before', values: { ':before': before.recordId } }
    : ifAbsent;
  const ttl = claimTtl(receivedAt);
  return {
    recordId: before?.recordId,
    claimFor: (recordId) =>
      put(
        key,
        { type: 'batch-claim', recordId, ttl },
        {
          condition,
          onConflict: 'retry',
          // The erasure of the person finds the claim here.
          listed: { listing: tenant.listing(`BATCH-CLAIMS-OF#${recordId}`), sort: key.pk },
        },
      ),
  };
}
