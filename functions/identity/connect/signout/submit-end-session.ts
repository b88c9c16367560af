// POST /connect/endsession
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { submitEndSession } from './contract.ts';
import { endCurrentSession } from './end-current-session.ts';
import { readLogoutRequest } from './logout-request.ts';

/** A form of another site brings no cookies, so it goes on with a GET; that of our own page comes with them. */
export const handler = lambda(submitEndSession, async ({ body, platform, request, now, newId }) => {
  const { action, ...values } = body;
  if (action !== 'confirm') {
    const sent = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return seeOther(areaUrl('identity', `/connect/endsession?${new URLSearchParams(sent)}`));
  }
  const current = await findCurrentSession(platform, request.headers, now);
  const { returnUrl } = await readLogoutRequest(platform, values, current, now);
  return endCurrentSession({ platform, now, newId }, current, returnUrl);
});
