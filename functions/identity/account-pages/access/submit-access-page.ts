// POST /Account/Access
import { accountProviders } from '../../../../shared/auth/accounts/account-providers.ts';
import { isFederated } from '../../../../shared/auth/sign-in/authentication-context.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { write } from '../../../../shared/http/reply.ts';
import { findRecentSession, leadToPage } from '../../connect/interactions/recent-session.ts';
import { seeOther } from '../../connect/requests/authorization-response.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { clearSessionCookie } from '../../sessions/cookies.ts';
import { endSignIn } from '../../sessions/end-session.ts';
import { submitAccessPage } from './contract.ts';
import { endApplication, endLink } from './own-access.ts';

/**
 * A form of another site brings no cookies, so that it finds no session. Who ends another sign-in than this one has just
 * proved who they are (OWASP ASVS 3.3.4).
 */
export const handler = pageLambda(submitAccessPage, async ({ body, platform, request, now, newId }) => {
  const here = areaUrl('identity', submitAccessPage.path);
  const { current, recent } = await findRecentSession(platform, request.headers, now);
  if (!current) return seeOther(here);
  const { action, session: id, clientId, tenantCode } = body;
  if (action === 'end-session' && id !== undefined) {
    const isThis = id === current.session.id;
    if (!isThis && !recent) return leadToPage(platform, submitAccessPage.path, current, request.headers, now);
    const changes = await endSignIn(platform, current.user.id, id, { now, newId });
    return write(changes ?? [], seeOther(here, isThis ? clearSessionCookie() : {}));
  }
  if (action === 'end-application' && clientId !== undefined && tenantCode !== undefined)
    return write(await endApplication(platform, current, { clientId, tenantCode }, now), seeOther(here));
  const provider = accountProviders.find((name) => name === body.provider);
  if (action === 'end-link' && provider !== undefined && !isFederated(current.session))
    return write(await endLink(platform, current, provider, { now, newId }), seeOther(here));
  return seeOther(here);
});
