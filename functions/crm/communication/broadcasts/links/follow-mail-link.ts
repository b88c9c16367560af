// GET /api/v1/MailLinks/{tenantCode}/{token}
import { Failure } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../../shared/http/reply.ts';
import { isMachine } from '../clicks/machine-use.ts';
import { findLink, loadLinks } from '../clicks/named-links.ts';
import { followMailLink } from './contract.ts';
import { findLinkOwner } from './find-recipient.ts';
import { noteUse } from './note-use.ts';

export const handler = lambda(followMailLink, async ({ params, query, platform, receivedAt, request }) => {
  const found = await findLinkOwner(platform, params.tenantCode, params.token, 'click', query.to);
  if (!found)
    throw new Failure('RESOURCE_NOT_FOUND', 'No mail has this link: it is incomplete, or was changed.', {
      target: 'token',
    });
  const headers = { Location: query.to, 'Referrer-Policy': 'no-referrer' };
  const use = {
    ...{ receivedAt, isByMachine: isMachine(request.headers['user-agent']) },
    linkId: findLink(await loadLinks(found.tenant, found.broadcast.id), query.to),
  };
  return write(noteUse(found, use), reply(302, null, { headers }));
});
