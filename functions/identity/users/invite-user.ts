// POST /api/v1/Users/Invite
import { randomBytes } from 'node:crypto';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { putMail } from '../../../shared/mail/outbox.ts';
import { countInvitation } from '../../../shared/mail/requested-mails.ts';
import { getBrand } from '../../../shared/pages/brand.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { loadTenantTexts } from '../languages/languages.ts';
import { requireTenant } from '../tenants/store.ts';
import { inviteUser } from './contract.ts';
import { buildInvitationMail } from './invitation-mail.ts';
import { assertPeopleExist } from './people.ts';
import { registerUser } from './register-user.ts';
import { buildInvitation, formatInvitationToken, presentUser } from './user.ts';

export const handler = lambda(inviteUser, async ({ body, platform, url, ...context }) => {
  const { now, newId } = context;
  const id = newId();
  const token = formatInvitationToken(id, randomBytes(32));
  const { email, userName = email, ...assignment } = body;
  const settings = await requireTenant(platform, assignment.tenantCode);
  await assertPeopleExist(platform, [assignment]);
  const { user, changes } = await registerUser(
    platform,
    id,
    { userName, email, invitation: buildInvitation(token, now), assignments: [assignment] },
    context,
  );
  const mail = buildInvitationMail({
    texts: await loadTenantTexts(settings),
    to: email,
    userName: user.userName,
    brand: getBrand(settings),
    token,
  });
  const tenant = openTenant(platform, settings.id);
  return write(
    [...changes, putMail(tenant, newId(), mail, now), countInvitation(tenant, email, now)],
    created(presentUser(user), url(`/api/v1/Users/${id}`), { version: user.version }),
  );
});
