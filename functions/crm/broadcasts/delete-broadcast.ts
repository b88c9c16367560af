// DELETE /api/v1/Broadcasts/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteBroadcast } from './contract.ts';
import { assertMay } from './record/broadcast.ts';
import { removeDraft, requireBroadcast } from './record/store.ts';

export const handler = lambda(deleteBroadcast, async ({ tenant, params, ifMatch }) => {
  const item = await requireBroadcast(tenant, params.id);
  assertMay('change', item);
  return write(removeDraft(tenant, item, ifMatch), noContent());
});
