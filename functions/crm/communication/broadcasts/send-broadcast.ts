// POST /api/v1/Broadcasts/{id}/Send

import { assertMay } from '../../../../shared/broadcasts/broadcast.ts';
import { requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { sendBroadcast } from './contract.ts';
import { loadAndPresent } from './present.ts';
import { startSending } from './start-sending.ts';

export const handler = lambda(sendBroadcast, async (context) => {
  const { tenant, caller, params, body } = context;
  const before = await requireBroadcast(tenant, params.id);
  assertMay('send', before);
  const { after, changes } = await startSending(context, before, { ...body, sentBy: caller.subject });
  return write(
    changes,
    reply(202, await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
});
