// GET /api/v1/Imports/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getImport } from './contract.ts';
import { assertMayImport, presentImport } from './record/present.ts';
import { requireStoredImport } from './record/store.ts';

export const handler = lambda(getImport, async (context) => {
  const { item, run } = await requireStoredImport(context.tenant, context.params.id);
  assertMayImport(context, item.kind);
  // Composed: the progress changes without the import.
  return ok(presentImport(item, run), { version: item.version, isComposed: true });
});
