// POST /Account/Access
import { areaUrl } from '../../../shared/http/area-url.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { seeOther } from '../connect/requests/authorization-response.ts';
import { clearSessionCookie } from '../sessions/cookies.ts';
import { endSession } from '../sessions/end-session.ts';
import { findCurrentSession, liveSessionsByUser } from '../sessions/store.ts';
import { submitAccessPage } from './contract.ts';
import { endApplication } from './own-access.ts';

/** A form of another site brings no cookies, so that it finds no session. */
export const handler = lambda(submitAccessPage, async ({ body, platform, request, now, newId }) => {
  const here = areaUrl('identity', submitAccessPage.path);
  const current = await findCurrentSession(platform, request.headers, now);
  if (!current) return seeOther(here);
  const { action, session: id, clientId, tenantCode } = body;
  if (action === 'end-session' && id !== undefined) {
    const sessions = await liveSessionsByUser(platform, current.user.id, now);
    const session = sessions.find((each) => each.id === id);
    const isThis = id === current.session.id;
    const changes = session ? await endSession(platform, session, { now, newId }) : [];
    return write(changes, seeOther(here, isThis ? clearSessionCookie() : {}));
  }
  if (action === 'end-application' && clientId !== undefined && tenantCode !== undefined)
    return write(await endApplication(platform, current, { clientId, tenantCode }, now), seeOther(here));
  return seeOther(here);
});
