// DELETE /api/v1/Broadcasts/{id}/Attachments/{attachmentId}
import { requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { notFound } from '../../../../../shared/errors/failure.ts';
import { removeFile } from '../../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { assertMayChange } from '../waiting/assert-may-change.ts';
import { removeBroadcastAttachment } from './contract.ts';
import { replaceAttachments } from './replace-attachments.ts';

export const handler = lambda(removeBroadcastAttachment, async (context) => {
  const { tenant, caller, params } = context;
  const before = await requireBroadcast(tenant, params.id);
  assertMayChange(before, caller);
  const attached = before.attachments ?? [];
  const file = attached.find(({ id }) => id === params.attachmentId);
  if (!file) throw notFound('attachment', params.attachmentId, 'attachmentId');
  const left = attached.filter(({ id }) => id !== file.id);
  return replaceAttachments(context, before, left, removeFile(tenant, file));
});
