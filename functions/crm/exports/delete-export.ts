// DELETE /api/v1/Exports/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteExport } from './contract.ts';
import { removeExport, requireExport } from './store.ts';

export const handler = lambda(deleteExport, async (context) => {
  const { tenant, params, caller, receivedAt, newId, ifMatch } = context;
  const item = await requireExport(tenant, params.id, { caller, receivedAt });
  return write(removeExport(tenant, item, newId(), ifMatch), noContent());
});
