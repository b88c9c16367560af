// GET /connect/endsession/callback
import { write } from '../../../../shared/http/reply.ts';
import { readTexts } from '../../languages/choose-language.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { completeSignOut } from './contract.ts';
import { findPendingSignOut } from './provider-sign-out.ts';
import { renderSignedOut } from './sign-out-page.ts';

export const handler = pageLambda(completeSignOut, async ({ query, platform, request, now, texts }) => {
  const pending = await findPendingSignOut(platform, query.state, request.headers, now);
  if (!pending) return renderSignedOut({ brand: platformBrand, texts });
  const { returnUrl, language, end } = pending;
  if (returnUrl !== undefined) return write([end], seeOther(returnUrl));
  const chosen = await readTexts(request.headers, language);
  return write([end], renderSignedOut({ brand: platformBrand, texts: chosen }));
});
