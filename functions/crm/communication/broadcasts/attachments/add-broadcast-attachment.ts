// POST /api/v1/Broadcasts/{id}/Attachments
import type { Attachment } from '../../../../../shared/broadcasts/broadcast.ts';
import { requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { conflict, invalid, notFound } from '../../../../../shared/errors/failure.ts';
import { nameFile, readFileType } from '../../../../../shared/files/checked-file.ts';
import { appendToFile, prepareFile } from '../../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { assertMayChange } from '../waiting/assert-may-change.ts';
import { addBroadcastAttachment } from './contract.ts';
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, sumBytes } from './limits.ts';
import { replaceAttachments } from './replace-attachments.ts';

/** The files after a request, and the changes that store its bytes. */
interface Attached {
  readonly attachments: readonly Attachment[];
  readonly changes: readonly Change[];
}

/** A file with further bytes at its end. */
async function continueFile(
  tenant: TenantStore,
  attached: readonly Attachment[],
  id: string,
  content: Buffer,
): Promise<Attached> {
  const begun = attached.find((file) => file.id === id);
  if (!begun) throw notFound('attachment', id, 'continues');
  const { file, changes } = await appendToFile(tenant, begun, content);
  const continued = { ...file, size: file.size + content.length };
  return { attachments: attached.map((each) => (each === begun ? continued : each)), changes };
}

/** A further file. */
async function addFile(
  tenant: TenantStore,
  attached: readonly Attachment[],
  { name, bytes, id }: { readonly name: string | undefined; readonly bytes: Buffer; readonly id: string },
  now: Date,
): Promise<Attached> {
  const contentType = readFileType(bytes);
  if (name === undefined)
    throw invalid([{ code: 'REQUIRED_FIELD', message: 'name is required.', target: 'name' }]);
  if (attached.length >= MAX_ATTACHMENTS)
    throw conflict(`A broadcast has ${MAX_ATTACHMENTS} files at most: remove one first.`);
  const input = { id, name: nameFile(name, contentType), contentType, bytes };
  const { file, chunks, changes } = await prepareFile(tenant, input, now);
  const { sha256, linkSecret, size } = file;
  const added = { ...{ id, name: file.name, contentType, size, sha256, linkSecret }, chunks: file.chunks };
  return { attachments: [...attached, added], changes: [...chunks, ...changes] };
}

export const handler = lambda(addBroadcastAttachment, async (context) => {
  const { tenant, caller, params, body, newId, receivedAt } = context;
  const before = await requireBroadcast(tenant, params.id);
  assertMayChange(before, caller);
  const attached = before.attachments ?? [];
  const bytes = sumBytes(attached) + body.content.length;
  if (bytes > MAX_ATTACHED_BYTES)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `The files of a broadcast may have ${MAX_ATTACHED_BYTES} bytes together, but would have ${bytes}.`,
        target: 'content',
      },
    ]);

  const { attachments, changes } = await (body.continues === undefined
    ? addFile(tenant, attached, { name: body.name, bytes: body.content, id: newId() }, receivedAt)
    : continueFile(tenant, attached, body.continues, body.content));
  return replaceAttachments(context, before, attachments, changes);
});
