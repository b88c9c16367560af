// GET /api/v1/Batches/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getBatch } from './contract.ts';
import { countRows } from './present.ts';
import { getUndoEnd, listBatchRows, requireBatch } from './store.ts';

export const handler = lambda(getBatch, async ({ tenant, params, caller }) => {
  const batch = await requireBatch(tenant, params.id);
  const rows = await listBatchRows(tenant, batch.id);
  const { id, operation, key, keyName = null, rowCount, createdDate, createdBy } = batch;
  return ok({
    batchId: id,
    ...{ operation, key, keyName, rowCount, createdDate },
    undoUntil: getUndoEnd(batch).toISOString(),
    ...countRows(rows),
    results: rows.map(({ row, id: personId, status, faults }) => ({
      row,
      id: personId,
      status,
      ...(faults && createdBy === caller.subject && { faults }),
    })),
    undo: rows.flatMap(({ undo }) => undo ?? []),
  });
});
