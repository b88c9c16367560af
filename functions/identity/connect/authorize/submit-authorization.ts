// POST /connect/authorize
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { readTexts } from '../../languages/choose-language.ts';
import { renderFailurePage } from '../../pages/failure-page.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { renderUnanswerable } from '../interactions/pages.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { pushRequest } from '../requests/pushed-requests.ts';
import { submitAuthorization } from './contract.ts';

/**
 * Goes on with a GET: a form of another site brings no cookies, so only then the session is known (RFC 6265bis 5.6.7.1).
 */
export const handler = lambda(
  submitAuthorization,
  async ({ body, platform, request, now }) => {
    const { client_id: clientId, request_uri: uri } = body;
    if (clientId === undefined)
      return renderUnanswerable(
        { brand: platformBrand, texts: await readTexts(request.headers, body.ui_locales) },
        'client-missing',
      );
    const address = (requestUri: string) =>
      areaUrl(
        'identity',
        `/connect/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri })}`,
      );
    if (uri !== undefined) return seeOther(address(uri));
    const { uri: requestUri, change } = pushRequest(platform, body, false, now);
    return write([change], seeOther(address(requestUri)));
  },
  { renderFailurePage },
);
