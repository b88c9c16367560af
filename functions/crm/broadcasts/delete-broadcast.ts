// DELETE /api/v1/Broadcasts/{id}

import { assertMay } from '../../../shared/broadcasts/broadcast.ts';
import { removeDraft, requireBroadcast } from '../../../shared/broadcasts/store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteBroadcast } from './contract.ts';
import { stopWaiting } from './send-when/stop-waiting.ts';

export const handler = lambda(deleteBroadcast, async ({ tenant, params, ifMatch }) => {
  const item = await requireBroadcast(tenant, params.id);
  assertMay('change', item);
  return write([...removeDraft(tenant, item, ifMatch), ...stopWaiting(tenant, item)], noContent());
});
