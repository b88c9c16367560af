// GET /api/v1/Files/{tenantCode}/{token}
import { tenantByCode } from '../../../shared/auth/access/tenant-by-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { loadFileByToken } from '../../../shared/files/signed-link.ts';
import { decompressFile, maxStoredBytes } from '../../../shared/files/stored-file.ts';
import { file as fileReply } from '../../../shared/http/reply.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { downloadFile } from './contract.ts';

/** The same error for an unknown tenant, an unknown or expired token, and a file that no longer exists. */
const fileNotFound = () =>
  new Failure('RESOURCE_NOT_FOUND', 'There is no file at this address, or its link has expired.', {
    target: 'token',
  });

/** Headers for a browser that displays the file instead of saving it: nothing in it may run or load. */
const sandboxHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export const handler = pageLambda(downloadFile, async ({ params, platform, request, receivedAt }) => {
  const tenantMatch = await tenantByCode(platform, params.tenantCode);
  const storedFile = tenantMatch && (await loadFileByToken(tenantMatch.tenant, params.token, receivedAt));
  if (!storedFile) throw fileNotFound();
  const { name: fileName, contentType, sha256, size } = storedFile.file;
  // A file that is too large for a reply is sent compressed to everyone (RFC 9110 12.5.3 allows it).
  const isGzipped =
    size > maxStoredBytes ||
    /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/i.test(request.headers['accept-encoding'] ?? '');
  return fileReply(isGzipped ? storedFile.gzipped : await decompressFile(storedFile), {
    contentType,
    fileName,
    inline: contentType === 'image/jpeg',
    headers: {
      ...sandboxHeaders,
      ETag: isGzipped ? `"${sha256}-gzip"` : `"${sha256}"`,
      Vary: 'Accept-Encoding',
      ...(isGzipped && { 'Content-Encoding': 'gzip' }),
    },
  });
});
