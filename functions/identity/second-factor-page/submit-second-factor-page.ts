// POST /Account/SecondFactor
import { hasSecondFactor, loadFactor } from '../../../shared/auth/second-factor.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { findRecentSession, leadToPage } from '../connect/interactions/recent-session.ts';
import { seeOther } from '../connect/requests/authorization-response.ts';
import { type RemovedMethod, removeOwnMethod } from '../second-factor/end-second-factor.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { buildOwnAudit } from '../second-factor/set-up.ts';
import { submitSecondFactorPage } from './contract.ts';
import { renderNewCodes, renderRemoval } from './pages.ts';

/** Which method a form is about: the passkey that it names, or the authenticator. */
const readMethod = (passkey: string | undefined): RemovedMethod =>
  passkey === undefined ? { kind: 'authenticator' } : { kind: 'passkey', id: passkey };

export const handler = lambda(submitSecondFactorPage, async ({ body, platform, ...context }) => {
  const { request, now } = context;
  const { action } = body;
  const { current, recent } = await findRecentSession(platform, request.headers, now);
  if (!recent) return leadToPage(platform, submitSecondFactorPage.path, current, request.headers, now);
  if (action === 'set-up-authenticator' || action === 'set-up-passkey') {
    const kind = action === 'set-up-passkey' ? 'passkey' : 'authenticator';
    return leadToPage(platform, submitSecondFactorPage.path, recent, request.headers, now, kind);
  }
  const { user } = recent;
  const factor = hasSecondFactor(user) ? await loadFactor(platform, user.id) : undefined;
  const audit = buildOwnAudit(user, context);
  if (factor && action === 'renew-codes') {
    const { codes, changes } = await replaceRecoveryCodes(
      platform,
      user,
      { before: factor, after: factor },
      audit,
    );
    return write(changes, renderNewCodes(codes));
  }
  const method = readMethod(body.passkey);
  if (factor && action === 'remove') return renderRemoval(recent, factor, method);
  if (factor && action === 'confirm-removal') {
    const changes = await removeOwnMethod(platform, user, factor, method, audit);
    return write(changes, seeOther(areaUrl('identity', '/Account/SecondFactor')));
  }
  return seeOther(areaUrl('identity', '/Account/SecondFactor'));
});
