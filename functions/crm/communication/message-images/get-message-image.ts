// GET /api/v1/MailImages/{tenantCode}/{token}
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { decompressFile, loadFile } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { file as fileReply } from '../../../../shared/http/reply.ts';
import { getMessageImage } from './contract.ts';
import { isImageToken, parseImageToken } from './record/image-address.ts';
import { findImage } from './record/store.ts';

/** The same for an unknown tenant, a wrong token, and a picture that was deleted. */
const imageNotFound = () =>
  new Failure('RESOURCE_NOT_FOUND', 'There is no picture at this address.', { target: 'token' });

/** For how long programs may keep a picture, in seconds. */
export const keptSeconds = 365 * 86_400;

/** A picture never changes at its address; pages of other sites, such as web mail, show it, and nothing in it runs. */
const headers = {
  'Cache-Control': `public, max-age=${keptSeconds}, immutable`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Robots-Tag': 'noindex',
};

export const handler = lambda(getMessageImage, async ({ params, platform, receivedAt }) => {
  const id = parseImageToken(params.token);
  const owner = id === undefined ? undefined : await tenantByCode(platform, params.tenantCode);
  const image = id === undefined || !owner ? undefined : await findImage(owner.tenant, id);
  if (!owner || !image || !isImageToken(owner.tenant, image, params.token)) throw imageNotFound();
  const stored = await loadFile(owner.tenant, image.file.id, receivedAt);
  if (!stored) throw imageNotFound();
  return fileReply(await decompressFile(stored), {
    ...{ contentType: image.contentType, fileName: stored.file.name, inline: true },
    headers: { ...headers, ETag: `"${stored.file.sha256}"` },
  });
});
