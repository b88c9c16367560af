// GET /connect/endsession
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { endSession } from './contract.ts';
import { endCurrentSession } from './end-current-session.ts';
import { readLogoutRequest } from './logout-request.ts';
import { renderQuestion } from './sign-out-page.ts';

export const handler = pageLambda(endSession, async ({ query, platform, request, now, newId, texts }) => {
  const current = await findCurrentSession(platform, request.headers, now);
  const { returnUrl, isOfSession } = await readLogoutRequest(platform, query, current, now);
  if (!current || isOfSession)
    return endCurrentSession({ platform, request, now, newId, texts }, current, returnUrl);
  return renderQuestion(
    { brand: platformBrand, texts },
    {
      userName: current.user.userName,
      action: areaUrl('identity', '/connect/endsession'),
      values: query,
      formTargets: returnUrl === undefined ? [] : [returnUrl],
    },
  );
});
