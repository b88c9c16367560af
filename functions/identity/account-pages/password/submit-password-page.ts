// POST /Account/Password
import { revokeAll } from '../../../../shared/auth/tokens/revocation.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { write } from '../../../../shared/http/reply.ts';
import { describeRefusal } from '../../account/links/form.ts';
import { buildPasswordChangedMail, mailUser } from '../../account/mails.ts';
import { confirmPassword } from '../../account/owner.ts';
import { replaceSession } from '../../connect/interactions/complete-sign-in.ts';
import { seeOther } from '../../connect/requests/authorization-response.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { buildOwnAudit } from '../../second-factor/set-up.ts';
import { getAuthentication, getAuthTime } from '../../sessions/session.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { replacePassword } from '../../users/passwords.ts';
import { submitPasswordPage } from './contract.ts';
import { renderChanged, renderPassword } from './pages.ts';

/** A form of another site brings no cookies, so that it finds no session. */
export const handler = pageLambda(submitPasswordPage, async ({ body, platform, ...context }) => {
  const { request, now, texts } = context;
  const current = await findCurrentSession(platform, request.headers, now);
  if (current?.user.passwordHash === undefined) return seeOther(areaUrl('identity', submitPasswordPage.path));
  const { user, session, accesses } = current;
  const { currentPassword = '', password = '' } = body;
  try {
    await confirmPassword(platform, user, currentPassword, request, now);
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'VALIDATION_ERROR';
    const text = isWrong ? texts.refusals.notCurrentPassword : describeRefusal(texts, error);
    return renderPassword(texts, user, { field: 'currentPassword', text });
  }
  try {
    const audit = buildOwnAudit(user, context);
    const decision = await replacePassword(platform, user, password, true, audit);
    // Everything from before ends, and this browser goes on in a session that begins after that.
    const revocations = [decision.user, ...accesses.map(({ subject }) => revokeAll(subject, now))];
    const begun = await replaceSession(
      { ...context, platform },
      {
        ...{ userId: user.id, isRemembered: session.isRemembered },
        ...{ ...getAuthentication(session), provedAt: undefined, authTime: getAuthTime(now, revocations) },
      },
    );
    const mail = await mailUser(platform, user, buildPasswordChangedMail(texts, user.userName, true), audit);
    return write([...decision.changes, ...begun.changes, ...mail], renderChanged(texts, user, begun.headers));
  } catch (error) {
    return renderPassword(texts, user, { field: 'password', text: describeRefusal(texts, error) });
  }
});
