// GET /api/v1/MailOpens/{tenantCode}/{token}
import { lambda } from '../../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../../shared/http/reply.ts';
import { isMachine } from '../clicks/machine-use.ts';
import { countMailOpen } from './contract.ts';
import { findLinkOwner } from './find-recipient.ts';
import { noteUse } from './note-use.ts';

/** A transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const handler = lambda(countMailOpen, async ({ params, platform, receivedAt, request }) => {
  const found = await findLinkOwner(platform, params.tenantCode, params.token, 'open');
  const picture = reply(200, new Uint8Array(pixel), { headers: { 'Content-Type': 'image/gif' } });
  if (!found) return picture;
  const isByMachine = isMachine(request.headers['user-agent']);
  return write(noteUse(found, { receivedAt, isByMachine }), picture);
});
