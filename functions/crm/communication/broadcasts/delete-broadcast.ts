// DELETE /api/v1/Broadcasts/{id}

import { assertMay } from '../../../../shared/broadcasts/broadcast.ts';
import { removeDraft, requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import { removeFile } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { deleteBroadcast } from './contract.ts';
import { stopWaiting } from './waiting/stop-waiting.ts';

export const handler = lambda(deleteBroadcast, async ({ tenant, params, ifMatch }) => {
  const item = await requireBroadcast(tenant, params.id);
  assertMay('change', item);
  const files = (item.attachments ?? []).flatMap((file) => removeFile(tenant, file));
  return write([...removeDraft(tenant, item, ifMatch), ...stopWaiting(tenant, item), ...files], noContent());
});
