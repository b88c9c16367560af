// GET /api/v1/Batches/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getBatch } from './contract.ts';
import { countRows } from './present.ts';
import { getUndoEnd, listBatchRows, requireBatchFor } from './store.ts';

export const handler = lambda(getBatch, async ({ tenant, params, caller }) => {
  const batch = await requireBatchFor(tenant, caller, params.id);
  const rows = await listBatchRows(tenant, batch.id);
  const { id, records = 'people', operation, key, keyName = null, rowCount, createdDate, createdBy } = batch;
  return ok({
    batchId: id,
    ...{ records, operation, key, keyName, rowCount, createdDate },
    undoUntil: getUndoEnd(batch).toISOString(),
    ...countRows(rows),
    results: rows.map(({ row, id: recordId, status, faults }) => ({
      row,
      id: recordId,
      status,
      ...(faults && createdBy === caller.subject && { faults }),
    })),
    undo: rows.flatMap(({ undo }) => undo ?? []),
  });
});
