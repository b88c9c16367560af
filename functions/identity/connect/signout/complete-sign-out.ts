// GET /connect/endsession/callback
import { write } from '../../../../shared/http/reply.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { completeSignOut } from './contract.ts';
import { findPendingSignOut } from './provider-sign-out.ts';
import { renderSignedOut } from './sign-out-page.ts';

export const handler = pageLambda(completeSignOut, async ({ query, platform, request, now, texts }) => {
  const pending = await findPendingSignOut(platform, query.state, request.headers, now);
  const look = { brand: platformBrand, texts };
  if (!pending) return renderSignedOut(look);
  const { returnUrl, end } = pending;
  return write([end], returnUrl === undefined ? renderSignedOut(look) : seeOther(returnUrl));
});
