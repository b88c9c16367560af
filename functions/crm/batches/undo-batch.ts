// POST /api/v1/Batches/{id}/Undo
import { people } from '../../../shared/directory/collection.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { PersonContent } from '../../../shared/directory/person.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { buildRecordChanges } from '../../../shared/directory/record-changes.ts';
import { updateOrganizations } from '../../../shared/directory/record-merge/current-organizations.ts';
import { nextVersion, pickContent } from '../../../shared/directory/stored.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import type { Context } from '../../../shared/http/context.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { performPart } from '../../../shared/http/perform-part.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { undoBatch } from './contract.ts';
import { hashPerson } from './person-content.ts';
import type { UndoRow } from './schemas.ts';
import { type BatchRowItem, getUndoEnd, listBatchRows, loadRow, putRow, requireBatch } from './store.ts';

/** Why a person stays as they are; undefined where the row can be undone. */
function findObstacle(person: PersonItem | undefined, after: string | undefined): string | undefined {
  if (!person) return 'The person no longer exists.';
  if (after === undefined) return 'What the row replaced is no longer stored.';
  if (hashPerson(pickContent<PersonContent>(PersonContent, person)) === after) return undefined;
  return `The person was changed since the batch, last at ${person.modifiedDate}.`;
}

/** Undoes one row, unless an earlier undo did. */
async function undoRow(
  { tenant, now, receivedAt }: Context<typeof undoBatch>,
  batchId: string,
  row: number,
  id: string,
) {
  const [{ result, undo }, person] = await Promise.all([
    loadRow(tenant, batchId, row),
    tenant.get(personKey(tenant, id), { consistent: true }),
  ]);
  if (result?.undo?.status === 'Undone') return write([], ok(result.undo));
  const obstacle = findObstacle(person, undo?.after);
  const isUndone = obstacle === undefined && person !== undefined;
  const outcome: UndoRow = {
    ...{ row, id },
    status: isUndone ? 'Undone' : 'NotUndone',
    message:
      obstacle ?? (undo?.before ? 'The person is as before the batch.' : 'The new person was deactivated.'),
  };
  const stored = result && {
    ...{ row, id, status: result.status },
    ...omitUndefined({ faults: result.faults }),
    undo: outcome,
  };
  const changes = stored ? [putRow(tenant, batchId, stored, receivedAt)] : [];
  if (!isUndone) return write(changes, ok(outcome));
  const content = undo?.before
    ? await updateOrganizations(tenant, undo.before)
    : { ...pickContent<PersonContent>(PersonContent, person), isActive: false };
  const after = nextVersion('person', id, content, person, now);
  const restored = await buildRecordChanges(tenant, people, [{ before: person, after }]);
  return write([...restored, ...changes], ok(outcome));
}

const isWritten = ({ status }: BatchRowItem): boolean =>
  status === 'Created' || status === 'Updated' || status === 'Deactivated';

export const handler = lambda(undoBatch, async (context) => {
  const { tenant, params, now } = context;
  const batch = await requireBatch(tenant, params.id);
  const end = getUndoEnd(batch);
  if (now > end)
    throw conflict(`The batch could be undone until ${end.toISOString()}; change its people instead.`, 'id');
  const results: UndoRow[] = [];
  // From the last row to the first: a person in several rows goes back one step with each.
  for (const { row, id } of (await listBatchRows(tenant, batch.id)).filter(isWritten).reverse()) {
    if (id === null) continue;
    const outcome = await performPart<UndoRow>(undoBatch, context, `row ${row}`, () =>
      undoRow(context, batch.id, row, id),
    );
    if (!outcome.isDone) throw outcome.refusal;
    results.unshift(outcome.answer);
  }
  const undone = results.filter(({ status }) => status === 'Undone').length;
  return ok({ batchId: batch.id, undone, notUndone: results.length - undone, results });
});
