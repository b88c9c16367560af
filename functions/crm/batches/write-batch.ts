// Writes the rows of a batch, each in its own transaction.
import type { Caller } from '../../../shared/auth/access.ts';
import { assertFits } from '../../../shared/data/assert-fits.ts';
import { pickContent, type StoredRecord } from '../../../shared/directory/stored.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import { openParts, type Parts } from '../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import type { ReadRow, Row } from '../../../shared/http/rows.ts';
import { isDryRun } from '../../../shared/http/validate-only.ts';
import type { BatchKind, BatchRowInput, KeyedContent, RowContext } from './batch-kind.ts';
import { resolveKey } from './find-record.ts';
import { createKeyIndex, type KeyIndex } from './key-index.ts';
import { countRows, presentFaults } from './present.ts';
import type { BatchKeyInput, BatchRow } from './schemas.ts';
import { putBatch, putRow, putUndo } from './store.ts';
import { decideRow } from './write-row.ts';

/** The parts of a request's context that a batch needs. */
interface BatchContext<R> extends RowContext {
  readonly caller: Caller;
  readonly request: Request;
  readonly timeLeft: () => number;
  readonly body: BatchKeyInput & { readonly rows: readonly Row<R>[] };
}

/** A batch while its rows are written. */
interface OpenBatch<I> extends BatchKeyInput {
  readonly id: string;
  readonly index: KeyIndex<I>;
}

/** Stores the batch, or finds the one that an earlier request with the same Idempotency-Key stored. */
async function openBatch<R>(
  parts: Parts,
  context: BatchContext<R>,
  { records }: Pick<BatchKind<KeyedContent, 'person', BatchRowInput>, 'records'>,
  key: BatchKeyInput,
): Promise<string> {
  const { tenant, body, now, caller, newId, receivedAt } = context;
  const outcome = await parts.perform('batch', async () => {
    const batch = { id: newId(), records, ...key, rowCount: body.rows.length };
    const created = { createdDate: now.toISOString(), createdBy: caller.subject };
    return write([putBatch(tenant, { ...batch, ...created }, receivedAt)], ok({ id: batch.id }));
  });
  if (outcome.state === 'refused') throw outcome.refusal;
  if (outcome.state === 'pending') throw new Failure('SERVICE_BUSY');
  return outcome.answer.id;
}

/** The decision about a row as its result and changes; a refusal is a result too. */
async function decide<C extends KeyedContent, K extends 'person' | 'organization', R extends BatchRowInput>(
  context: BatchContext<R>,
  kind: BatchKind<C, K, R>,
  batch: OpenBatch<C & StoredRecord<K>>,
  index: number,
  row: ReadRow<R>,
) {
  const { tenant, receivedAt } = context;
  const refuse = (refusal: Failure): BatchRow => ({
    row: index,
    id: null,
    status: 'Refused',
    faults: presentFaults(refusal, index, row.isValid ? row.value : row.sent),
  });
  if (!row.isValid) return { result: refuse(row.refusal), changes: [] };
  try {
    const { status, before, after, changes } = await decideRow(context, kind, batch, row.value);
    const { schema } = kind.collection;
    const undo = {
      ...(before && { before: pickContent<C>(schema, before) }),
      after: kind.hash(pickContent<C>(schema, after)),
    };
    const result: BatchRow = { row: index, id: after.id, status };
    const all =
      status === 'Unchanged'
        ? changes
        : [...changes, putUndo(tenant, { id: batch.id, row: index }, undo, receivedAt)];
    // The row itself and its stored reply follow.
    assertFits(all, 2);
    return { result, changes: all };
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return { result: refuse(error), changes: [] };
    throw error;
  }
}

/**
 * Writes a batch, and answers with the result of each row.
 * @throws Failure VALIDATION_ERROR when keyName names no text field of the records
 */
export async function writeBatch<
  C extends KeyedContent,
  K extends 'person' | 'organization',
  R extends BatchRowInput,
>(contract: EndpointConfig, context: BatchContext<R>, kind: BatchKind<C, K, R>) {
  const { tenant, body, receivedAt, request } = context;
  const isTrial = isDryRun(request);
  const key = await resolveKey(tenant, kind.records, body);
  const parts = await openParts(contract, context);
  const batchId = await openBatch(parts, context, kind, key);
  const rows = body.rows.map((readRow, index) => readRow(`rows[${index}]`));
  const keyValues = rows.flatMap((row) => (row.isValid ? (row.value.keyValue ?? []) : []));
  const batch = { ...key, id: batchId, index: createKeyIndex(tenant, kind, key, keyValues) };
  const results: BatchRow[] = [];
  for (const [index, row] of rows.entries()) {
    const outcome = await parts.perform<BatchRow>(`row ${index}`, async () => {
      const { result, changes } = await decide(context, kind, batch, index, row);
      return write([...changes, putRow(tenant, batchId, result, receivedAt)], ok(result));
    });
    if (outcome.state === 'refused') throw outcome.refusal;
    const answer: BatchRow =
      outcome.state === 'done' ? outcome.answer : { row: index, id: null, status: 'Pending' };
    if (row.isValid && answer.id !== null) batch.index.remember(row.value, answer.id);
    // The id of a record that a dry run would create names nothing.
    results.push(isTrial && answer.status === 'Created' ? { ...answer, id: null } : answer);
  }
  const pending = results.filter(({ status }) => status === 'Pending').length;
  return ok({ batchId: isTrial ? null : batchId, ...countRows(results), pending, results });
}
