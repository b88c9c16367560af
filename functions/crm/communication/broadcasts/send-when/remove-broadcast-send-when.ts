// DELETE /api/v1/Broadcasts/{id}/SendWhen
import { assertMay } from '../../../../../shared/broadcasts/broadcast.ts';
import { requireBroadcast, saveBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../../shared/http/reply.ts';
import { stopWaiting } from '../waiting/stop-waiting.ts';
import { removeBroadcastSendWhen } from './contract.ts';

export const handler = lambda(removeBroadcastSendWhen, async ({ tenant, params, now, ifMatch }) => {
  const before = await requireBroadcast(tenant, params.id);
  assertMay('stopWaiting', before);
  const { sendWhen: _, ...draft } = before;
  const after = {
    ...draft,
    ...({ status: 'draft', version: before.version + 1, modifiedDate: now.toISOString() } as const),
  };
  return write([saveBroadcast(tenant, before, after, ifMatch), ...stopWaiting(tenant, before)], noContent());
});
