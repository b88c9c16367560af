// A new draft of a broadcast.
import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import { saveBroadcast, saveTexts } from '../../../../shared/broadcasts/store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { noteUses } from '../message-images/record/store.ts';
import { type BuildContext, buildBroadcast } from './build-broadcast.ts';
import type { BroadcastInput } from './contract.ts';
import { presentBroadcast } from './present.ts';

interface DraftContext extends BuildContext {
  readonly newId: () => string;
  readonly url: (path: string) => string;
}

/**
 * Writes a draft as these fields ask for it.
 * @param writers who wrote its texts before, in addition to the caller
 * @throws Failure VALIDATION_ERROR with everything that is wrong
 */
export async function writeDraft(
  context: DraftContext,
  input: BroadcastInput,
  writers: readonly string[] = [],
) {
  const { tenant, caller, newId, now, url } = context;
  const { content, texts, imageIds } = await buildBroadcast(context, input);
  const after: BroadcastItem = nextVersion(
    'broadcast',
    newId(),
    {
      ...content,
      ...{ status: 'draft' as const, subject: texts.subject, createdBy: caller.subject },
      writers: [...new Set([...writers, caller.subject])],
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
}
