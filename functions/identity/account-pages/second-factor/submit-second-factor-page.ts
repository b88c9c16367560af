// POST /Account/SecondFactor

import type { UserItem } from '../../../../shared/auth/accounts/users.ts';
import {
  type FactorItem,
  hasSecondFactor,
  loadFactor,
} from '../../../../shared/auth/sign-in/second-factor.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { write } from '../../../../shared/http/reply.ts';
import { describeRefusal } from '../../account/links/form.ts';
import { confirmPassword } from '../../account/owner.ts';
import { findRecentSession, leadToPage } from '../../connect/interactions/recent-session.ts';
import { seeOther } from '../../connect/requests/authorization-response.ts';
import type { Texts } from '../../languages/languages.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import type { CodeContext, RightCode } from '../../second-factor/check-code.ts';
import { type RemovedMethod, removeOwnMethod } from '../../second-factor/end-second-factor.ts';
import { requireRightCode } from '../../second-factor/own-factor.ts';
import { replaceRecoveryCodes } from '../../second-factor/recovery-codes.ts';
import { buildOwnAudit } from '../../second-factor/set-up.ts';
import { submitSecondFactorPage } from './contract.ts';
import { renderNewCodes, renderRemoval, renderRenewal } from './pages.ts';

/** Which method a form is about: the passkey that it names, or the authenticator. */
const readMethod = (passkey: string | undefined): RemovedMethod =>
  passkey === undefined ? { kind: 'authenticator' } : { kind: 'passkey', id: passkey };

/**
 * Confirms a removal, or new recovery codes, by the password of the account, or by a code where it has none: a browser that was left open is not
 * enough. Returns the factor, after the code was used where one was.
 * @throws Failure 400, 429
 */
async function confirmChange(
  platform: PlatformStore,
  user: UserItem,
  factor: FactorItem,
  { currentPassword = '', code = '' }: { readonly currentPassword?: string; readonly code?: string },
  context: CodeContext,
): Promise<RightCode> {
  if (user.passwordHash === undefined) return requireRightCode(platform, user, code, context);
  await confirmPassword(platform, user, currentPassword, context.request, context.now);
  return { before: factor, after: factor };
}

/** What the page says about a proof that is not right. @throws any other error */
function describeFault(texts: Texts, error: unknown, { passwordHash }: UserItem): string {
  const isWrong = error instanceof Failure && error.code === 'VALIDATION_ERROR';
  if (!isWrong) return describeRefusal(texts, error);
  const { wrongCode, notCurrentPassword } = texts.refusals;
  return passwordHash === undefined ? wrongCode : notCurrentPassword;
}

export const handler = pageLambda(submitSecondFactorPage, async ({ body, platform, ...context }) => {
  const { request, now, texts } = context;
  const { action } = body;
  const { current, recent } = await findRecentSession(platform, request.headers, now);
  if (!recent) return leadToPage(platform, submitSecondFactorPage.path, current, request.headers, now);
  if (action === 'set-up-authenticator' || action === 'set-up-passkey') {
    const kind = action === 'set-up-passkey' ? 'passkey' : 'authenticator';
    return leadToPage(platform, submitSecondFactorPage.path, recent, request.headers, now, kind);
  }
  const { user } = recent;
  const factor = hasSecondFactor(user) ? await loadFactor(platform, user.id) : undefined;
  const audit = { ...buildOwnAudit(user, context), texts };
  if (factor && action === 'renew-codes') return renderRenewal(texts, recent);
  if (factor && action === 'confirm-renewal') {
    try {
      const right = await confirmChange(platform, user, factor, body, context);
      const { codes, changes } = await replaceRecoveryCodes(platform, user, right, audit);
      return write(changes, renderNewCodes(texts, codes));
    } catch (error) {
      return renderRenewal(texts, recent, describeFault(texts, error, user));
    }
  }
  const method = readMethod(body.passkey);
  if (factor && action === 'remove') return renderRemoval(texts, recent, factor, method);
  if (factor && action === 'confirm-removal') {
    try {
      const right = await confirmChange(platform, user, factor, body, context);
      const changes = await removeOwnMethod(platform, user, right, method, audit);
      return write(changes, seeOther(areaUrl('identity', '/Account/SecondFactor')));
    } catch (error) {
      return renderRemoval(texts, recent, factor, method, describeFault(texts, error, user));
    }
  }
  return seeOther(areaUrl('identity', '/Account/SecondFactor'));
});
