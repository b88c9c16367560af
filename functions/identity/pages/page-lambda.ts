// The handlers of pages: their forms have a token of the browser, and a form without it does nothing (CSRF).
import { areaUrl } from '../../../shared/http/area-url.ts';
import type { Context, Rule, RuleResult } from '../../../shared/http/context.ts';
import type { Endpoint, EndpointConfig } from '../../../shared/http/endpoint.ts';
import { type EndpointHandler, lambda } from '../../../shared/http/lambda.ts';
import type { Reply, Write } from '../../../shared/http/reply.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { fillFormTokens, hasOwnForm, isFormToken, isFromThisSite } from '../../../shared/pages/own-form.ts';
import { readTexts } from '../languages/choose-language.ts';
import type { Texts } from '../languages/languages.ts';
import { generateCookieToken, readCookie, setCookie } from '../sessions/cookies.ts';
import { renderFailurePage } from './failure-page.ts';
import { paragraph, platformBrand, renderIdentityPage } from './identity-page.ts';

/** Whether a page of this area that this browser was shown sent a form. */
export const isOwnForm = ({ headers }: Pick<Request, 'headers'>, formToken: unknown): boolean =>
  isFromThisSite(headers, areaUrl('identity', '')) &&
  isFormToken(formToken, readCookie(headers.cookie, 'rostrum-browser'));

/** That a form was not taken. */
const renderForeignForm = (texts: Texts): Reply => ({
  ...renderIdentityPage({
    title: texts.foreignForm.title,
    brand: platformBrand,
    texts,
    markup: paragraph(texts.foreignForm.text),
  }),
  status: 403,
});

/** The page with the browser's token in its forms, which is stored by no cache. The cookie is set where there was none. */
function addFormTokens(reply: Reply, browser: string | undefined): Reply {
  if (typeof reply.body !== 'string' || !hasOwnForm(reply.body)) return reply;
  const token = browser ?? generateCookieToken();
  return {
    ...reply,
    body: fillFormTokens(reply.body, token),
    headers: {
      ...(browser === undefined && setCookie('rostrum-browser', token)),
      ...reply.headers,
      'Cache-Control': 'private, no-store',
    },
  };
}

/** The rule of a page, with the texts in the language of the person. */
type PageRule<C extends EndpointConfig> = (
  context: Context<C> & { readonly texts: Texts },
) => ReturnType<Rule<C>>;

/**
 * Builds the handler of a page, or of the form of one (`ownForm` of its contract).
 * The types of a contract say what its rule returns; that the page is still one is known here alone.
 */
export function pageLambda<C extends EndpointConfig>(
  contract: Endpoint<C>,
  rule: PageRule<C>,
): EndpointHandler<C> {
  const showOrRefuse = async (context: Context<C>): Promise<Reply | Write> => {
    const { request } = context;
    const { formToken } = { formToken: undefined, ...(context.body as object | undefined) };
    const texts = await readTexts(request.headers, request.query.ui_locales?.at(-1));
    if (contract.ownForm && !isOwnForm(request, formToken)) return renderForeignForm(texts);
    const result = (await rule({ ...context, texts })) as Reply | Write;
    const browser = readCookie(request.headers.cookie, 'rostrum-browser');
    return result.kind === 'write'
      ? { ...result, reply: addFormTokens(result.reply, browser) }
      : addFormTokens(result, browser);
  };
  return lambda(contract, async (context) => (await showOrRefuse(context)) as RuleResult<C>, {
    renderFailurePage,
  });
}
