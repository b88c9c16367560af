// POST /api/v1/Imports/{id}/Start
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { assertDateOrder } from './assert-date-order.ts';
import { startImport } from './contract.ts';
import { nextImport } from './record/import.ts';
import { assertIsComplete } from './record/mapping.ts';
import { listOwnFields } from './record/own-fields.ts';
import { assertMayImport, assertMayWriteRelationships, presentImport } from './record/present.ts';
import { buildRun } from './record/run-item.ts';
import { callJob, importRuns, requireStoredImport, updateImport } from './record/store.ts';

export const handler = lambda(startImport, async (context) => {
  const { tenant, params, body, now, receivedAt, newId, ifMatch } = context;
  const { item } = await requireStoredImport(tenant, params.id);
  assertMayImport(context, item.kind);
  if (item.status !== 'ready')
    throw conflict(`Only an import that is ready can be started, but this one is ${item.status}.`, 'id');
  assertIsComplete(item.kind, item.columns);
  if (item.columns.some(({ dates }) => dates)) assertDateOrder(item, await listOwnFields(tenant, item.kind));
  if (item.columns.some(({ field }) => field === 'staffOf' || field === 'staffOfId'))
    assertMayWriteRelationships(context);
  const after = nextImport(item, { status: body.dryRun ? 'checking' : 'running' }, now);
  const run = buildRun(item, body.dryRun ? 'check' : 'write', newId(), receivedAt);
  return write(
    [
      updateImport(tenant, item, after, ifMatch),
      importRuns.put(tenant, undefined, run),
      callJob(tenant, item, newId()),
    ],
    reply(202, presentImport(after, run), { version: after.version, isComposed: true }),
  );
});
