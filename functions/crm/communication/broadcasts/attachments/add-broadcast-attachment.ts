// POST /api/v1/Broadcasts/{id}/Attachments
import { requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { conflict, invalid } from '../../../../../shared/errors/failure.ts';
import { nameFile, readFileType } from '../../../../../shared/files/checked-file.ts';
import { prepareFile } from '../../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { assertMayChange } from '../waiting/assert-may-change.ts';
import { addBroadcastAttachment } from './contract.ts';
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, sumBytes } from './limits.ts';
import { replaceAttachments } from './replace-attachments.ts';

export const handler = lambda(addBroadcastAttachment, async (context) => {
  const { tenant, caller, params, body, newId, receivedAt } = context;
  const contentType = readFileType(body.content);
  const before = await requireBroadcast(tenant, params.id);
  assertMayChange(before, caller);
  const attached = before.attachments ?? [];
  if (attached.length >= MAX_ATTACHMENTS)
    throw conflict(`${before.name} has ${MAX_ATTACHMENTS} files, which is the maximum.`);
  const bytes = sumBytes(attached) + body.content.length;
  if (bytes > MAX_ATTACHED_BYTES)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `The files of a broadcast may have ${MAX_ATTACHED_BYTES} bytes together, but would have ${bytes}.`,
        target: 'content',
      },
    ]);
  const name = nameFile(body.name, contentType);
  const { file, chunks, changes } = await prepareFile(
    tenant,
    { id: newId(), name, contentType, bytes: body.content },
    receivedAt,
  );
  const { id, sha256, linkSecret, size } = file;
  const added = { ...{ id, name, contentType, size, sha256, linkSecret }, chunks: file.chunks };
  return replaceAttachments(context, before, [...attached, added], [...chunks, ...changes]);
});
