// POST /api/v1/Account/ChangePassword
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { readTexts } from '../languages/choose-language.ts';
import { replacePassword } from '../users/passwords.ts';
import { changeOwnPassword } from './contract.ts';
import { buildPasswordChangedMail, mailUser } from './mails.ts';
import { confirmPassword, requireAccountOwner, requireOwnUser } from './owner.ts';
import { renewToken } from './renew-token.ts';

export const handler = lambda(
  changeOwnPassword,
  async ({ body, platform, tenant, caller, receivedAt, request, ...context }) => {
    const { password, endSessions = true } = body;
    const { claims } = requireAccountOwner(caller);
    const user = await requireOwnUser(platform, caller);
    await confirmPassword(platform, user, body.currentPassword, request, receivedAt);
    const audit = { ...context, caller, request, now: receivedAt };
    const renewed = await renewToken(platform, tenant, claims, endSessions, audit);
    const { changes } = await replacePassword(platform, user, password, endSessions, audit);
    const mail = buildPasswordChangedMail(await readTexts(request.headers), user.userName, endSessions);
    return write(
      [...changes, renewed.change, ...(await mailUser(platform, user, mail, audit))],
      ok(renewed.token),
    );
  },
);
