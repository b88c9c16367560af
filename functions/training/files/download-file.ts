// GET /api/v1/Files/{tenantCode}/{token}
import { tenantByCode } from '../../../shared/auth/tenant-by-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { loadFileByToken } from '../../../shared/files/signed-link.ts';
import { decompressFile, maxStoredBytes } from '../../../shared/files/stored-file.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { file as fileReply } from '../../../shared/http/reply.ts';
import { downloadFile } from './contract.ts';

/** One answer for a tenant, a token and a file that are not there, or no more. */
const fileNotFound = () =>
  new Failure('RESOURCE_NOT_FOUND', 'There is no file at this address, or its link has expired.', {
    target: 'token',
  });

/** What a browser may do with a file that it shows all the same: nothing. */
const sandboxHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export const handler = lambda(downloadFile, async ({ params, platform, request, receivedAt }) => {
  const named = await tenantByCode(platform, params.tenantCode);
  const kept = named && (await loadFileByToken(named.tenant, params.token, receivedAt));
  if (!kept) throw fileNotFound();
  const { name: fileName, contentType, sha256, size } = kept.file;
  // What is too large for a reply as it is goes compressed to everybody (RFC 9110 12.5.3 allows it).
  const isGzipped =
    size > maxStoredBytes ||
    /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/i.test(request.headers['accept-encoding'] ?? '');
  return fileReply(isGzipped ? kept.gzipped : await decompressFile(kept), {
    contentType,
    fileName,
    headers: {
      ...sandboxHeaders,
      ETag: isGzipped ? `"${sha256}-gzip"` : `"${sha256}"`,
      Vary: 'Accept-Encoding',
      ...(isGzipped && { 'Content-Encoding': 'gzip' }),
    },
  });
});
