// GET /Account/SignOut
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { isReturnAddress } from '../../clients/store.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { signOut } from './contract.ts';
import { endCurrentSession } from './end-current-session.ts';
import { renderQuestion } from './sign-out-page.ts';

export const handler = pageLambda(signOut, async ({ query, platform, request, now, newId, texts }) => {
  const { ReturnUrl: address } = query;
  const [current, isRegistered] = await Promise.all([
    findCurrentSession(platform, request.headers, now),
    address !== undefined && isReturnAddress(platform, address),
  ]);
  const returnUrl = isRegistered ? address : undefined;
  // Another site may have sent the person: then they decide.
  if (current && returnUrl === undefined)
    return renderQuestion(
      { brand: platformBrand, texts },
      {
        userName: current.user.userName,
        action: areaUrl('identity', '/connect/endsession'),
        values: {},
        formTargets: [],
      },
    );
  return endCurrentSession({ platform, request, now, newId, texts }, current, returnUrl);
});
