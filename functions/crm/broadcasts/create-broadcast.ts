// POST /api/v1/Broadcasts

import { saveBroadcast, saveTexts } from '../../../shared/broadcasts/store.ts';
import { nextVersion } from '../../../shared/directory/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { noteUses } from '../message-images/record/store.ts';
import { buildBroadcast } from './build-broadcast.ts';
import { createBroadcast } from './contract.ts';
import { presentBroadcast } from './present.ts';

export const handler = lambda(createBroadcast, async (context) => {
  const { tenant, caller, body, newId, now, url } = context;
  const { content, texts, imageIds } = await buildBroadcast(context, body);
  const after = nextVersion(
    'broadcast',
    newId(),
    {
      ...content,
      ...{ status: 'draft' as const, subject: texts.subject, createdBy: caller.subject },
      linkSecret: `${newId()}${newId()}`,
    },
    undefined,
    now,
  );
  return write(
    [
      saveBroadcast(tenant, undefined, after),
      saveTexts(tenant, after.id, texts),
      ...noteUses(tenant, imageIds, { type: 'message-image-use', by: 'broadcast', id: after.id }),
    ],
    created(await presentBroadcast(tenant, after, texts, {}), url(`/api/v1/Broadcasts/${after.id}`), {
      version: after.version,
    }),
  );
});
