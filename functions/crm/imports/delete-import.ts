// DELETE /api/v1/Imports/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteImport } from './contract.ts';
import { callJob, removeImport, requireStoredImport } from './record/store.ts';

export const handler = lambda(deleteImport, async ({ tenant, params, newId, ifMatch }) => {
  const { item } = await requireStoredImport(tenant, params.id);
  return write([...removeImport(tenant, item, ifMatch), callJob(tenant, item, newId())], noContent());
});
