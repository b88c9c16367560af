// POST /connect/endsession
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { readTexts } from '../../languages/choose-language.ts';
import { renderFailurePage } from '../../pages/failure-page.ts';
import { isOwnForm } from '../../pages/page-lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { submitEndSession } from './contract.ts';
import { endCurrentSession } from './end-current-session.ts';
import { readLogoutRequest } from './logout-request.ts';

/** A form of an application goes on with a GET, whose page asks the person; that of our own page has the browser's token. */
export const handler = lambda(
  submitEndSession,
  async ({ body, platform, request, now, newId }) => {
    const { action, formToken, ...values } = body;
    if (action !== 'confirm' || !isOwnForm(request, formToken)) {
      const sent = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return seeOther(areaUrl('identity', `/connect/endsession?${new URLSearchParams(sent)}`));
    }
    const current = await findCurrentSession(platform, request.headers, now);
    const { returnUrl } = await readLogoutRequest(platform, values, current, now);
    const texts = await readTexts(request.headers, values.ui_locales);
    return endCurrentSession({ platform, request, now, newId, texts, isForm: true }, current, returnUrl);
  },
  { renderFailurePage },
);
