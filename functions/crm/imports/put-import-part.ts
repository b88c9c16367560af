// PUT /api/v1/Imports/{id}/Parts/{number}
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { putImportPart } from './contract.ts';
import { nextImport } from './record/import.ts';
import { assertMayImport, presentImport } from './record/present.ts';
import { putPart, requireStoredImport, updateImport } from './record/store.ts';

export const handler = lambda(putImportPart, async (context) => {
  const { tenant, params, body, now, ifMatch } = context;
  const { item } = await requireStoredImport(tenant, params.id);
  assertMayImport(context, item.kind);
  if (item.status !== 'uploading')
    throw conflict(`The file of this import is complete: it is ${item.status}. Create another import.`, 'id');
  const { part, changes } = await putPart(tenant, item, params.number, body.content);
  const parts = [...item.parts.filter(({ number }) => number !== part.number), part].sort(
    (a, b) => a.number - b.number,
  );
  const after = nextImport(item, { parts }, now);
  return write(
    [updateImport(tenant, item, after, ifMatch), ...changes],
    ok(presentImport(after), { version: after.version, isComposed: true }),
  );
});
