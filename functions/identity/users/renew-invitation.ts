// POST /api/v1/Users/{id}/Invite
import { randomBytes } from 'node:crypto';
import { getMailAddress } from '../../../shared/auth/accounts/users.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { putMail } from '../../../shared/mail/outbox.ts';
import { countInvitation } from '../../../shared/mail/requested-mails.ts';
import { getBrand } from '../../../shared/pages/brand.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { loadTenantTexts } from '../languages/languages.ts';
import { requireTenant } from '../tenants/store.ts';
import { renewInvitation } from './contract.ts';
import { buildInvitationMail } from './invitation-mail.ts';
import { replaceInvitation } from './passwords.ts';
import { buildInvitation, formatInvitationToken, presentUser } from './user.ts';

export const handler = lambda(renewInvitation, async ({ params, platform, ifMatch, ...context }) => {
  const token = formatInvitationToken(params.id, randomBytes(32));
  const { user, changes } = await replaceInvitation(
    platform,
    params.id,
    buildInvitation(token, context.now),
    context,
    ifMatch,
  );
  const [first] = user.tenants;
  const to = getMailAddress(user);
  if (to === undefined || first === undefined)
    throw conflict('The user has no mail address or no tenant; an invitation needs both.', 'id');
  const settings = await requireTenant(platform, first);
  const mail = buildInvitationMail({
    texts: await loadTenantTexts(settings),
    to,
    userName: user.userName,
    brand: getBrand(settings),
    token,
  });
  const tenant = openTenant(platform, first);
  return write(
    [
      ...changes,
      putMail(tenant, context.newId(), mail, context.now),
      countInvitation(tenant, to, context.now),
    ],
    ok(presentUser(user), { version: user.version }),
  );
});
