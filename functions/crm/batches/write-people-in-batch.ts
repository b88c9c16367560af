// POST /api/v1/Batches/People
import { seesEmails } from '../../../shared/auth/email-visibility.ts';
import { PersonContent } from '../../../shared/directory/person.ts';
import { pickContent } from '../../../shared/directory/stored.ts';
import { Failure, permissionDenied } from '../../../shared/errors/failure.ts';
import type { Context } from '../../../shared/http/context.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { performPart } from '../../../shared/http/perform-part.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { isDryRun } from '../../../shared/http/validate-only.ts';
import { writePeopleInBatch } from './contract.ts';
import { resolveKey } from './find-person.ts';
import { createKeyIndex, type KeyIndex } from './key-index.ts';
import { hashPerson } from './person-content.ts';
import { countRows, presentFaults } from './present.ts';
import type { BatchRow, PeopleBatchInput } from './schemas.ts';
import { putBatch, putRow, putUndo } from './store.ts';
import { decidePersonRow } from './write-row.ts';

type BatchContext = Context<typeof writePeopleInBatch>;
type SentRow = ReturnType<BatchContext['body']['rows'][number]>;

/** A batch while its rows are written. */
interface OpenBatch extends PeopleBatchInput {
  readonly id: string;
  readonly index: KeyIndex;
}

/** Stores the batch, or finds the one that an earlier request with the same Idempotency-Key stored. */
async function openBatch(context: BatchContext, key: PeopleBatchInput): Promise<string> {
  const { tenant, body, now, caller, newId, receivedAt } = context;
  const { rows } = body;
  const outcome = await performPart(writePeopleInBatch, context, 'batch', async () => {
    const batch = { id: newId(), ...key, rowCount: rows.length };
    const created = { createdDate: now.toISOString(), createdBy: caller.subject };
    return write([putBatch(tenant, { ...batch, ...created }, receivedAt)], ok({ id: batch.id }));
  });
  if (!outcome.isDone) throw outcome.refusal;
  return outcome.answer.id;
}

/** The decision about a row as its result and changes; a refusal is a result too. */
async function decideRow(context: BatchContext, batch: OpenBatch, index: number, row: SentRow) {
  const { tenant, receivedAt } = context;
  const refuse = (refusal: Failure): BatchRow => ({
    row: index,
    id: null,
    status: 'Refused',
    faults: presentFaults(refusal, index, row.isValid ? row.value : row.sent),
  });
  if (!row.isValid) return { result: refuse(row.refusal), changes: [] };
  try {
    const { status, before, after, changes } = await decidePersonRow(context, batch, row.value);
    const undo = {
      ...(before && { before: pickContent<PersonContent>(PersonContent, before) }),
      after: hashPerson(pickContent<PersonContent>(PersonContent, after)),
    };
    const result: BatchRow = { row: index, id: after.id, status };
    return {
      result,
      changes: [
        ...changes,
        ...(status === 'Unchanged' ? [] : [putUndo(tenant, { id: batch.id, row: index }, undo, receivedAt)]),
      ],
    };
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return { result: refuse(error), changes: [] };
    throw error;
  }
}

export const handler = lambda(writePeopleInBatch, async (context) => {
  const { tenant, body, receivedAt, request } = context;
  if (body.key === 'email' && body.operation !== 'create' && !seesEmails(context))
    throw permissionDenied('crm.emails.read');
  const isTrial = isDryRun(request);
  const key = await resolveKey(tenant, body);
  const batchId = await openBatch(context, key);
  const rows = body.rows.map((readRow, index) => readRow(`rows[${index}]`));
  const keyValues = rows.flatMap((row) => (row.isValid ? (row.value.keyValue ?? []) : []));
  const batch: OpenBatch = { ...key, id: batchId, index: createKeyIndex(tenant, key, keyValues) };
  const results: BatchRow[] = [];
  for (const [index, row] of rows.entries()) {
    const outcome = await performPart<BatchRow>(writePeopleInBatch, context, `row ${index}`, async () => {
      const { result, changes } = await decideRow(context, batch, index, row);
      return write([...changes, putRow(tenant, batchId, result, receivedAt)], ok(result));
    });
    if (!outcome.isDone) throw outcome.refusal;
    const { answer } = outcome;
    if (row.isValid && answer.id !== null) batch.index.remember(row.value, answer.id);
    // The id of somebody whom a dry run would create names nobody.
    results.push(isTrial && answer.status === 'Created' ? { ...answer, id: null } : answer);
  }
  return ok({ batchId: isTrial ? null : batchId, ...countRows(results), results });
});
