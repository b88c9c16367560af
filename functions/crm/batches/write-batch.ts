// Writes the rows of a batch, some in one transaction: what is wrong with a row refuses no other.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { Change } from '../../../shared/data/changes.ts';
import { assertFits } from '../../../shared/data/size/assert-fits.ts';
import { pickContent, type StoredRecord } from '../../../shared/directory/record/stored.ts';
import { buildRecordChanges, type RecordWrite } from '../../../shared/directory/writing/record-changes.ts';
import { Failure, isRefusal } from '../../../shared/errors/failure.ts';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import { openParts, type PartOutcome, type Parts } from '../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import type { ReadRow, Row } from '../../../shared/http/rows.ts';
import { isDryRun } from '../../../shared/http/validate-only.ts';
import type { BatchKind, BatchRowInput, KeyedContent, RowContext } from './batch-kind.ts';
import { readKeyValue, resolveKey } from './find-record.ts';
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

/** What is to be written for a row, and its result; a refusal is a result too. */
interface DecidedRow<C extends object, K extends string> {
  readonly result: BatchRow;
  readonly writes: readonly RecordWrite<C, K>[];
  readonly changes: readonly Change[];
}

const refuseRow = <R>(index: number, row: ReadRow<R>, refusal: Failure): BatchRow => ({
  row: index,
  id: null,
  status: 'Refused',
  faults: presentFaults(refusal, index, row.isValid ? row.value : row.sent),
});

async function decide<C extends KeyedContent, K extends 'person' | 'organization', R extends BatchRowInput>(
  context: BatchContext<R>,
  kind: BatchKind<C, K, R>,
  batch: OpenBatch<C & StoredRecord<K>>,
  index: number,
  row: ReadRow<R>,
): Promise<DecidedRow<C, K>> {
  const { tenant, receivedAt } = context;
  if (!row.isValid) return { result: refuseRow(index, row, row.refusal), writes: [], changes: [] };
  try {
    const { status, before, after, guards } = await decideRow(context, kind, batch, row.value);
    const { schema } = kind.collection;
    const undo = {
      ...(before && { before: pickContent<C>(schema, before) }),
      after: kind.hash(pickContent<C>(schema, after)),
    };
    const result: BatchRow = { row: index, id: after.id, status };
    if (status === 'Unchanged') return { result, writes: [], changes: guards };
    const changes = [...guards, putUndo(tenant, { id: batch.id, row: index }, undo, receivedAt)];
    return { result, writes: [{ before, after }], changes };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { result: refuseRow(index, row, error), writes: [], changes: [] };
  }
}

/** All texts in a value, in lower case. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value.toLowerCase();
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* listTexts(inner);
}

/**
 * The rows that are written together, in their order: as many as fit into a transaction, and none that may name a record of
 * another one among them.
 */
function groupRows<R extends BatchRowInput>(
  rows: readonly ReadRow<R>[],
  key: BatchKeyInput,
  most: number,
): number[][] {
  const groups: number[][] = [];
  let texts = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const group = groups.at(-1);
    const named =
      row.isValid && key.operation !== 'create' ? readKeyValue(key, row.value)?.toLowerCase() : undefined;
    if (group && group.length < most && !(named !== undefined && texts.has(named))) group.push(index);
    else {
      groups.push([index]);
      texts = new Set();
    }
    if (row.isValid) for (const text of listTexts(row.value)) texts.add(text);
  }
  return groups;
}

/** 409: rows that are written together concern one record. */
const oneRecord = (): Failure => new Failure('CONFLICT', 'Two rows concern the same record.');

/** Writes some rows in one transaction. */
async function writeRows<
  C extends KeyedContent,
  K extends 'person' | 'organization',
  R extends BatchRowInput,
>(
  context: BatchContext<R>,
  kind: BatchKind<C, K, R>,
  batch: OpenBatch<C & StoredRecord<K>>,
  group: readonly (readonly [number, ReadRow<R>])[],
) {
  const { tenant, receivedAt } = context;
  const decided = await Promise.all(group.map(([index, row]) => decide(context, kind, batch, index, row)));
  const put = (results: readonly BatchRow[], changes: readonly Change[]) =>
    write(
      [...changes, ...results.map((result) => putRow(tenant, batch.id, result, receivedAt))],
      ok(results),
    );
  const results = decided.map(({ result }) => result);
  const ids = results.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw oneRecord();
  const changes = [
    ...decided.flatMap((each) => each.changes),
    ...(await buildRecordChanges(
      tenant,
      kind.collection,
      decided.flatMap(({ writes }) => writes),
    )),
  ];
  try {
    // The rows themselves and the stored reply follow.
    assertFits(changes, results.length + 1);
    return put(results, changes);
  } catch (error) {
    const [[index, row] = [], ...others] = group;
    if (!isRefusal(error) || index === undefined || !row || others.length > 0) throw error;
    return put([refuseRow(index, row, error)], []);
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
  const { tenant, body, request } = context;
  const isTrial = isDryRun(request);
  const key = await resolveKey(tenant, kind.records, body);
  const parts = await openParts(contract, context);
  const batchId = await openBatch(parts, context, kind, key);
  const rows = body.rows.map((readRow, index) => readRow(`rows[${index}]`));
  const keyValues = rows.flatMap((row) => (row.isValid ? (row.value.keyValue ?? []) : []));
  const batch = { ...key, id: batchId, index: createKeyIndex(tenant, kind, key, keyValues) };
  const performRows = (indices: readonly number[]) => {
    const group = indices.flatMap((index) => {
      const row = rows[index];
      return row ? [[index, row] as const] : [];
    });
    return parts.perform<readonly BatchRow[]>(`rows ${indices.join(' ')}`, () =>
      writeRows(context, kind, batch, group),
    );
  };
  const results: BatchRow[] = [];
  const settle = (outcome: PartOutcome<readonly BatchRow[]>, indices: readonly number[]): void => {
    if (outcome.state === 'refused') throw outcome.refusal;
    const settled =
      outcome.state === 'done'
        ? outcome.answer
        : indices.map((index): BatchRow => ({ row: index, id: null, status: 'Pending' }));
    for (const result of settled) {
      const row = rows[result.row];
      if (row?.isValid && result.id !== null) batch.index.remember(row.value, result.id);
      // The id of a record that a dry run would create names nothing.
      results.push(isTrial && result.status === 'Created' ? { ...result, id: null } : result);
    }
  };
  for (const group of groupRows(rows, key, kind.rowsPerTransaction)) {
    const outcome = await performRows(group);
    if (outcome.state !== 'refused' || group.length === 1) settle(outcome, group);
    // What refuses them together may be one of them.
    else for (const index of group) settle(await performRows([index]), [index]);
  }
  const pending = results.filter(({ status }) => status === 'Pending').length;
  return ok({ batchId: isTrial ? null : batchId, ...countRows(results), pending, results });
}
