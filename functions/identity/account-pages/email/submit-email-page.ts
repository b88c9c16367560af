// POST /Account/Email
import { getMailAddress } from '../../../../shared/auth/accounts/users.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { write } from '../../../../shared/http/reply.ts';
import { requestEmailChange } from '../../account/email-change.ts';
import { describeRefusal } from '../../account/links/form.ts';
import { confirmPassword } from '../../account/owner.ts';
import { seeOther } from '../../connect/requests/authorization-response.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { submitEmailPage } from './contract.ts';
import { canChangeEmail, renderEmail, renderRequested } from './pages.ts';

/** The address in the form in which the API stores it; undefined where it takes none such. The rule is loaded where it is needed. */
async function parseAddress(sent: string): Promise<string | undefined> {
  const { email } = await import('../../users/contract.ts');
  const parsed = email.safeParse(sent.trim());
  return parsed.success ? parsed.data : undefined;
}

/** A form of another site brings no cookies, so that it finds no session. */
export const handler = pageLambda(submitEmailPage, async ({ body, platform, ...context }) => {
  const { request, now, texts } = context;
  const current = await findCurrentSession(platform, request.headers, now);
  if (!current || !canChangeEmail(current.user)) return seeOther(areaUrl('identity', submitEmailPage.path));
  const { user } = current;
  const { email: sent = '', currentPassword = '' } = body;
  const refuse = (field: 'email' | 'currentPassword', text: string) =>
    renderEmail(texts, user, { sent, fault: { field, text } });
  const email = await parseAddress(sent);
  if (email === undefined) return refuse('email', texts.email.wrongAddress);
  const isSame = email.toLowerCase() === getMailAddress(user)?.toLowerCase();
  if (isSame && user.trustedEmail) return refuse('email', texts.email.sameAddress);
  try {
    await confirmPassword(platform, user, currentPassword, request, now);
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'VALIDATION_ERROR';
    const text = isWrong ? texts.refusals.notCurrentPassword : describeRefusal(texts, error);
    return refuse('currentPassword', text);
  }
  try {
    return write(
      await requestEmailChange(platform, user, email, context),
      renderRequested(texts, user, email),
    );
  } catch (error) {
    return refuse('email', describeRefusal(texts, error));
  }
});
