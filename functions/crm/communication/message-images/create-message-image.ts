// POST /api/v1/MessageImages
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { conflict, invalid } from '../../../../shared/errors/failure.ts';
import { prepareFile } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { encodeMailImage } from '../../../../shared/images/picture-sandbox.ts';
import { createMessageImage } from './contract.ts';
import { presentImage } from './present.ts';
import type { MessageImageContent } from './record/message-image.ts';
import { listImages, saveImage } from './record/store.ts';

/** All of them are read at once. */
export const MAX_IMAGES = 500;

/** Whether a tenant with so many pictures may have another. */
export const hasRoom = (count: number): boolean => count < MAX_IMAGES;

export const handler = lambda(createMessageImage, async (context) => {
  const { tenant, body, newId, now, receivedAt } = context;
  if (!hasRoom((await listImages(tenant)).length))
    throw conflict(`There are ${MAX_IMAGES} pictures already; delete one first.`);
  const encoded = await encodeMailImage(body.content);
  if (!encoded.isValid)
    throw invalid([{ code: 'INVALID_FORMAT', target: 'content', message: encoded.reason }]);
  const { contentType, width, height, bytes } = encoded;
  const { file, chunks, changes } = await prepareFile(
    tenant,
    { id: newId(), name: contentType === 'image/png' ? 'picture.png' : 'picture.jpg', contentType, bytes },
    receivedAt,
  );
  const { id, sha256, linkSecret } = file;
  const content: MessageImageContent = {
    ...{ name: body.name, contentType, width, height, size: bytes.length },
    file: { id, sha256, linkSecret, chunks: file.chunks },
  };
  const image = nextVersion('message-image', newId(), content, undefined, now);
  const view = presentImage(tenant, image);
  return write(
    [saveImage(tenant, image), ...chunks, ...changes],
    created(view, view.address, { version: image.version }),
  );
});
