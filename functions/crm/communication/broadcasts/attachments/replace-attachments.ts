// A draft with other attachments: it is a change of what is sent.
import {
  type Attachment,
  type BroadcastItem,
  noteWriter,
} from '../../../../../shared/broadcasts/broadcast.ts';
import { saveBroadcast } from '../../../../../shared/broadcasts/store.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { IfMatch } from '../../../../../shared/http/etag.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { loadAndPresent } from '../present.ts';

interface AttachmentContext {
  readonly tenant: TenantStore;
  readonly caller: { readonly subject: string };
  readonly now: Date;
  readonly ifMatch: IfMatch | undefined;
}

/** @param changes those of the files */
export async function replaceAttachments(
  { tenant, caller, now, ifMatch }: AttachmentContext,
  before: BroadcastItem,
  attachments: readonly Attachment[],
  changes: readonly Change[],
) {
  const { attachments: _former, ...rest } = before;
  const after: BroadcastItem = {
    ...noteWriter(rest, caller.subject),
    ...(attachments.length > 0 && { attachments }),
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  return write(
    [saveBroadcast(tenant, before, after, ifMatch), ...changes],
    ok(await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
}
