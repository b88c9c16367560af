// PUT /api/v1/Broadcasts/{id}

import { noteWriter } from '../../../../shared/broadcasts/broadcast.ts';
import { requireBroadcast, saveBroadcast, saveTexts } from '../../../../shared/broadcasts/store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { noteUses } from '../message-images/record/store.ts';
import { buildBroadcast } from './build-broadcast.ts';
import { updateBroadcast } from './contract.ts';
import { presentBroadcast } from './present.ts';
import { assertMayChange } from './waiting/assert-may-change.ts';

export const handler = lambda(updateBroadcast, async (context) => {
  const { tenant, caller, params, body, now, ifMatch } = context;
  const before = await requireBroadcast(tenant, params.id);
  assertMayChange(before, caller);
  const { sendWhen, status } = before;
  const { content, texts, imageIds } = await buildBroadcast(context, body);
  const { linkSecret, createdBy, writers, attachments } = before;
  const draft = noteWriter(
    {
      ...{ ...content, status, sendWhen, subject: texts.subject },
      ...{ linkSecret, createdBy, writers },
      ...(attachments && { attachments }),
    },
    caller.subject,
  );
  const after = nextVersion('broadcast', before.id, draft, before, now);
  return write(
    [
      saveBroadcast(tenant, before, after, ifMatch),
      saveTexts(tenant, after.id, texts),
      ...noteUses(tenant, imageIds, { type: 'message-image-use', by: 'broadcast', id: after.id }),
    ],
    ok(await presentBroadcast(tenant, after, texts, {}), { version: after.version }),
  );
});
