// POST /api/v1/Batches/{id}/Undo
import { assertFits } from '../../../shared/data/size/assert-fits.ts';
import { nextVersion, pickContent, type StoredRecord } from '../../../shared/directory/record/stored.ts';
import { buildRecordChanges } from '../../../shared/directory/writing/record-changes.ts';
import { conflict, isRefusal } from '../../../shared/errors/failure.ts';
import type { Context } from '../../../shared/http/context.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { openParts } from '../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { type BatchKind, type BatchRowInput, type KeyedContent, nounsOf } from './batch-kind.ts';
import { undoBatch } from './contract.ts';
import { organizationsKind } from './organizations-kind.ts';
import { peopleKind } from './people-kind.ts';
import type { UndoRow } from './schemas.ts';
import {
  type BatchRowItem,
  getUndoEnd,
  isUndoable,
  listBatchRows,
  loadRow,
  putRow,
  requireBatchFor,
} from './store.ts';

/** Undoes one row, unless an earlier undo did. */
async function undoRow<C extends KeyedContent, K extends 'person' | 'organization', R extends BatchRowInput>(
  context: Context<typeof undoBatch>,
  kind: BatchKind<C, K, R>,
  { batchId, row, id }: { readonly batchId: string; readonly row: number; readonly id: string },
) {
  const { tenant, receivedAt } = context;
  const { one } = nounsOf(kind);
  const [{ result, undo }, record] = await Promise.all([
    loadRow(tenant, batchId, row),
    kind.current(tenant, id),
  ]);
  if (result?.undo?.status === 'Undone') return write([], ok(result.undo));
  const settle = (status: UndoRow['status'], message: string) => {
    const outcome: UndoRow = { row, id, status, message };
    const stored = result && {
      ...{ row, id, status: result.status },
      ...omitUndefined({ faults: result.faults }),
      undo: outcome,
    };
    return { outcome, changes: stored ? [putRow(tenant, batchId, stored, receivedAt)] : [] };
  };
  const leave = (reason: string) => {
    const { outcome, changes } = settle('NotUndone', reason);
    return write(changes, ok(outcome));
  };
  if (!record) return leave((await kind.noRecord(tenant, id)).message);
  if (!undo) return leave('What the row replaced is no longer stored.');
  const current = pickContent<C>(kind.collection.schema, record);
  if (kind.hash(current) !== undo.after)
    return leave(`The ${one} was changed since the batch, last at ${record.modifiedDate}.`);
  try {
    const restored = await restore(context, kind, record, undo.before as C | undefined);
    const { outcome, changes } = settle(
      'Undone',
      undo.before ? `The ${one} is as before the batch.` : `The new ${one} was deactivated.`,
    );
    // The stored reply follows.
    assertFits([...restored, ...changes], 1);
    return write([...restored, ...changes], ok(outcome));
  } catch (error) {
    if (isRefusal(error))
      return leave([error.message, ...error.details.map(({ message }) => message)].join(' '));
    throw error;
  }
}

/** The changes that give a record its former content back; one without is deactivated. */
async function restore<C extends KeyedContent, K extends 'person' | 'organization', R extends BatchRowInput>(
  context: Context<typeof undoBatch>,
  kind: BatchKind<C, K, R>,
  record: C & StoredRecord<K>,
  former: C | undefined,
) {
  const { collection } = kind;
  const { content, guards } = former
    ? await kind.restore(context, record, former)
    : { content: { ...pickContent<C>(collection.schema, record), isActive: false }, guards: [] };
  const after = nextVersion<K, C>(collection.type, record.id, content, record, context.now);
  const changes = await buildRecordChanges(context.tenant, collection, [{ before: record, after }]);
  return [...guards, ...changes];
}

const isWritten = ({ status }: BatchRowItem): boolean =>
  status === 'Created' || status === 'Updated' || status === 'Deactivated';

export const handler = lambda(undoBatch, async (context) => {
  const { tenant, params, now, caller } = context;
  const batch = await requireBatchFor(tenant, caller, params.id);
  if (!isUndoable(batch, now))
    throw conflict(
      `The batch could be undone until ${getUndoEnd(batch).toISOString()}; change its records instead.`,
      'id',
    );
  const parts = await openParts(undoBatch, context);
  const results: UndoRow[] = [];
  // From the last row to the first: a record in several rows goes back one step with each. What could not be undone is
  // tried again after the others.
  const rows = (await listBatchRows(tenant, batch.id)).filter(isWritten).reverse();
  const isTried = ({ undo }: BatchRowItem): boolean => undo !== undefined;
  for (const { row, id, undo } of [...rows.filter((each) => !isTried(each)), ...rows.filter(isTried)]) {
    if (id === null) continue;
    if (undo?.status === 'Undone') {
      results.push(undo);
      continue;
    }
    const place = { batchId: batch.id, row, id };
    const outcome = await parts.perform<UndoRow>(`row ${row}`, () =>
      batch.records === 'organizations'
        ? undoRow(context, organizationsKind, place)
        : undoRow(context, peopleKind, place),
    );
    if (outcome.state === 'refused') throw outcome.refusal;
    results.push(
      outcome.state === 'done'
        ? outcome.answer
        : {
            row,
            id,
            status: 'Pending',
            message: 'There was no time left for the row: undo the batch again.',
          },
    );
  }
  const count = (of: UndoRow['status']) => results.filter(({ status }) => status === of).length;
  return ok({
    batchId: batch.id,
    undone: count('Undone'),
    notUndone: count('NotUndone'),
    pending: count('Pending'),
    results: results.sort((a, b) => a.row - b.row),
  });
});
