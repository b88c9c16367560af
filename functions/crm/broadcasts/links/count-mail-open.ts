// GET /api/v1/MailOpens/{tenantCode}/{token}
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { countMailOpen } from './contract.ts';
import { findLinkOwner } from './find-recipient.ts';
import { noteUse } from './note-use.ts';

/** A transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const handler = lambda(countMailOpen, async ({ params, platform, receivedAt }) => {
  const found = await findLinkOwner(platform, params.tenantCode, params.token, 'open');
  const picture = reply(200, new Uint8Array(pixel), { headers: { 'Content-Type': 'image/gif' } });
  return found ? write(noteUse(found, 'opened', receivedAt), picture) : picture;
});
