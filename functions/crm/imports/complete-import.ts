// POST /api/v1/Imports/{id}/Complete
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { completeImport } from './contract.ts';
import { type ImportItem, nextImport } from './record/import.ts';
import { assertMayImport, presentImport } from './record/present.ts';
import { buildRun } from './record/run-item.ts';
import { callJob, importRuns, requireStoredImport, updateImport } from './record/store.ts';

/** @throws Failure CONFLICT where parts are missing, or were complete before */
function assertHasAllParts({ status, parts }: ImportItem): void {
  if (status !== 'uploading') throw conflict(`The file of this import is complete: it is ${status}.`, 'id');
  const missing = parts.findIndex(({ number }, index) => number !== index + 1);
  if (parts.length === 0 || missing >= 0)
    throw conflict(`Part ${Math.max(missing, 0) + 1} of the file is missing; upload it first.`, 'id');
}

export const handler = lambda(completeImport, async (context) => {
  const { tenant, params, now, receivedAt, newId, ifMatch } = context;
  const { item } = await requireStoredImport(tenant, params.id);
  assertMayImport(context, item.kind);
  assertHasAllParts(item);
  const after = nextImport(item, { status: 'reading' }, now);
  const run = buildRun(item, 'read', newId(), receivedAt);
  return write(
    [
      updateImport(tenant, item, after, ifMatch),
      importRuns.put(tenant, undefined, run),
      callJob(tenant, item, newId()),
    ],
    reply(202, presentImport(after, run), { version: after.version, isComposed: true }),
  );
});
