// The answer to an authorization request: a redirect, or a form that sends itself (RFC 6749 4.1.2).
import { getIssuer } from '../../../../shared/auth/tokens/issue-token.ts';
import { type Reply, reply } from '../../../../shared/http/reply.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { type PageLook, renderIdentityPage, submitButton } from '../../pages/identity-page.ts';
import type { AuthorizationError, ResponseTarget } from './authorization-request.ts';

type Values = Readonly<Record<string, string>>;

/** A redirect after which a browser sends a GET, whatever it sent before (RFC 9700 4.12). */
export const seeOther = (
  location: string,
  headers: Readonly<Record<string, string>> = {},
): Reply<303, null> => reply(303, null, { headers: { ...headers, Location: location } });

/** The values of an answer, with `state` as it was sent and who answers (RFC 9207 2). */
const buildValues = ({ state }: ResponseTarget, values: Values): Values => ({
  ...values,
  ...(state !== undefined && { state }),
  iss: getIssuer(),
});

/** The address with the values in its query or its fragment; a query of its own stays (RFC 6749 3.1.2). */
function addValues({ redirectUri, responseMode }: ResponseTarget, values: Values): string {
  const text = new URLSearchParams(values).toString();
  if (responseMode === 'fragment') return `${redirectUri}#${text}`;
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${text}`;
}

function renderForm(
  { redirectUri }: ResponseTarget,
  values: Values,
  { brand, texts }: PageLook,
  headers: Readonly<Record<string, string>> | undefined,
): Reply<200, string> {
  const fields = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return renderIdentityPage({
    title: 'error' in values ? texts.answer.refused : texts.answer.signedIn,
    ...{ brand, texts },
    markup: `<form method="post" action="${escapeHtml(redirectUri)}">${fields.join('')}${submitButton(texts.common.continue)}</form>`,
    formTargets: [redirectUri],
    sendsItself: true,
    ...(headers && { headers }),
  });
}

/** The answer with these values. */
export function answer(
  target: ResponseTarget,
  values: Values,
  look: PageLook,
  headers?: Readonly<Record<string, string>>,
): Reply<303, null> | Reply<200, string> {
  const all = buildValues(target, values);
  return target.responseMode === 'form_post'
    ? renderForm(target, all, look, headers)
    : seeOther(addValues(target, all), headers);
}

/** The answer that a request is refused. */
export const answerError = (
  target: ResponseTarget,
  { error, description }: AuthorizationError,
  look: PageLook,
): Reply<303, null> | Reply<200, string> => answer(target, { error, error_description: description }, look);
