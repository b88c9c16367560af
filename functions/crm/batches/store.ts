// Stored batches: what was sent, the result of each row, and what an undo needs. All of it expires.
import { createHash } from 'node:crypto';
import type { Condition } from '../../../shared/data/changes.ts';
import { type Change, ifAbsent, put } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import type { PersonContent } from '../../../shared/directory/person.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import type { BatchRow, PeopleBatchInput, UndoRow } from './schemas.ts';

/** How long a batch can be undone, in days. */
const UNDO_DAYS = 7;
const DAY_SECONDS = 24 * 3600;

/** A batch of people. */
export interface BatchItem extends PeopleBatchInput {
  readonly type: 'batch';
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
  /** The content before the batch; none of a person whom it created. */
  readonly before?: PersonContent;
  /** The hash of the content that the batch left. */
  readonly after: string;
  readonly ttl: number;
}

/** Makes two batches that create a person by the same key meet in one item. */
interface KeyClaimItem {
  readonly type: 'batch-claim';
  /** The person whom the batch created. */
  readonly personId: string;
  readonly ttl: number;
}

/** When items of a batch are removed: in real time, a day after the last moment of an undo. */
const batchTtl = (receivedAt: Date): number =>
  Math.floor(receivedAt.getTime() / 1000) + (UNDO_DAYS + 1) * DAY_SECONDS;

/** The last moment at which a batch can be undone. */
export const getUndoEnd = ({ createdDate }: Pick<BatchItem, 'createdDate'>): Date =>
  new Date(Date.parse(createdDate) + UNDO_DAYS * DAY_SECONDS * 1000);

const toSort = (row: number): string => String(row).padStart(4, '0');

const batchKey = (tenant: TenantStore, id: string): Key<BatchItem> => tenant.key(`BATCH#${id}`, 'BATCH');
const rowKey = (tenant: TenantStore, id: string, row: number): Key<BatchRowItem> =>
  tenant.key(`BATCH#${id}`, `ROW#${toSort(row)}`);
const undoKey = (tenant: TenantStore, id: string, row: number): Key<BatchUndoItem> =>
  tenant.key(`BATCH-UNDO#${id}`, toSort(row));
/** Values may be longer than a key of the table; a hash never is. */
const claimKey = (
  tenant: TenantStore,
  { key, keyName }: PeopleBatchInput,
  value: string,
): Key<KeyClaimItem> => {
  const hash = createHash('sha256').update(JSON.stringify([key, keyName ?? '', value]));
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

/** @throws Failure 404 */
export async function requireBatch(tenant: TenantStore, id: string): Promise<BatchItem> {
  const batch = await tenant.get(batchKey(tenant, id.toLowerCase()), { consistent: true });
  if (!batch) throw notFound('batch', id);
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
): Change => put(undoKey(tenant, id, row), { ...undo, type: 'batch-undo', ttl: batchTtl(receivedAt) });

/** A row with what its undo needs, as they are now. One round trip. */
export async function loadRow(tenant: TenantStore, id: string, row: number) {
  const [result, undo] = await Promise.all([
    tenant.get(rowKey(tenant, id, row), { consistent: true }),
    tenant.get(undoKey(tenant, id, row), { consistent: true }),
  ]);
  return { result, undo };
}

/**
 * A value of a key as batches claimed it: the person whom one of them created by it, and the change that claims it for
 * another one. The change fails, and the row is decided again, when a batch has claimed the value after this read. Call it
 * before looking for the value.
 */
export async function readKeyClaim(
  tenant: TenantStore,
  batch: PeopleBatchInput,
  value: string,
  receivedAt: Date,
): Promise<{ readonly personId: string | undefined; readonly claimFor: (personId: string) => Change }> {
  const key = claimKey(tenant, batch, value);
  const before = await tenant.get(key, { consistent: true });
  const condition: Condition = before
    ? { expression: 'personId = :before', values: { ':before': before.personId } }
    : ifAbsent;
  const ttl = Math.floor(receivedAt.getTime() / 1000) + DAY_SECONDS;
  return {
    personId: before?.personId,
    claimFor: (personId) =>
      put(
        key,
        { type: 'batch-claim', personId, ttl },
        {
          condition,
          onConflict: 'retry',
          // The erasure of the person finds the claim here.
          listed: { listing: tenant.listing(`BATCH-CLAIMS-OF#${personId}`), sort: key.pk },
        },
      ),
  };
}
