// POST /api/v1/Account/ChangePassword
import { issueToken } from '../../../shared/auth/issue-token.ts';
import { subjectKey } from '../../../shared/auth/records.ts';
import { revokeAll } from '../../../shared/auth/revocation.ts';
import { tokenLifetime } from '../../../shared/auth/tokens.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { replacePassword } from '../users/passwords.ts';
import { changeOwnPassword } from './contract.ts';
import { buildPasswordChangedMail, mailUser } from './mails.ts';
import { confirmPassword, requireAccountOwner, requireOwnUser } from './owner.ts';

export const handler = lambda(
  changeOwnPassword,
  async ({ body, platform, tenant, caller, receivedAt, request, ...context }) => {
    const { password, endSessions = true } = body;
    const { subject: id, claims } = requireAccountOwner(caller);
    const [user, access] = await Promise.all([
      requireOwnUser(platform, caller),
      tenant.get(subjectKey(tenant, id), { consistent: true }),
    ]);
    await confirmPassword(platform, user, body.currentPassword, request, receivedAt);
    const audit = { ...context, caller, request, now: receivedAt };
    const { changes } = await replacePassword(platform, user, password, endSessions, audit);
    const { revokedBefore = 0 } = access ?? {};
    const subject = { id, ...(endSessions ? revokeAll({ revokedBefore }, receivedAt) : { revokedBefore }) };
    const { accessToken } = await issueToken(
      { tenant: tenant.code, subject, clientId: claims.client_id },
      receivedAt,
      context.newId(),
    );
    return write(
      [...changes, ...mailUser(platform, user, buildPasswordChangedMail(user.userName, endSessions), audit)],
      ok({ accessToken, tokenType: 'Bearer', expiresIn: tokenLifetime }),
    );
  },
);
