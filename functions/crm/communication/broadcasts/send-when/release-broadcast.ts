// POST /api/v1/Broadcasts/{id}/Release
import { assertMay } from '../../../../../shared/broadcasts/broadcast.ts';
import { requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../../shared/http/reply.ts';
import { loadAndPresent } from '../present.ts';
import { startSending } from '../start-sending.ts';
import { releaseBroadcast } from './contract.ts';
import { findEvent, look } from './look.ts';

export const handler = lambda(releaseBroadcast, async (context) => {
  const { tenant, caller, params, body } = context;
  const before = await requireBroadcast(tenant, params.id);
  assertMay('release', before);
  const { sendWhen } = before;
  if (sendWhen && !findEvent(await look(context, sendWhen), sendWhen))
    throw conflict(
      `${before.name} is not sent, because its event is over or was cancelled: ${sendWhen.happened?.what} Send sends it without an event.`,
    );
  const { after, changes } = await startSending(context, before, { ...body, sentBy: caller.subject });
  return write(
    changes,
    reply(202, await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
});
