// The step after the password where a person has a second factor: its code, or a recovery code.

import { type UserItem, userKey } from '../../../../shared/auth/accounts/users.ts';
import { hasSecondFactor, loadFactor, putFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { checkCode, logCode } from '../../second-factor/check-code.ts';
import { isEnded } from '../../sessions/session.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { completeSignIn, type SignInContext } from './complete-sign-in.ts';
import {
  buildPageContext,
  getInteractionUrl,
  type InteractionReply,
  type InteractionView,
} from './continue.ts';
import type { ProvedIdentity } from './interaction.ts';
import { renderSecondFactor } from './pages.ts';
import { describeFailure } from './sign-in.ts';
import { replaceInteraction } from './store.ts';

/** What the page sends. */
export interface CodeForm {
  readonly code?: string | undefined;
}

/** The page that asks for the second factor that the person has. */
export async function showSecondFactor(
  platform: PlatformStore,
  view: InteractionView,
  fault?: string,
): Promise<Reply<200, string>> {
  const userId = view.interaction.identity?.userId;
  const [context, factor] = await Promise.all([
    buildPageContext(platform, view),
    userId === undefined ? undefined : loadFactor(platform, userId),
  ]);
  const hasPasskeys = (factor?.passkeys ?? []).length > 0;
  return renderSecondFactor(
    context,
    { hasPasskeys, hasAuthenticator: factor?.sealedKey !== undefined || !hasPasskeys },
    fault,
  );
}

/** Whose password was right; undefined where that counts no longer: a new password, a disabled user, no factor any more. */
export async function findProvedUser(
  platform: PlatformStore,
  { userId, authTime }: ProvedIdentity,
): Promise<UserItem | undefined> {
  const user = await platform.get(userKey(platform, userId), { consistent: true });
  if (!user || user.disabled || !hasSecondFactor(user)) return undefined;
  return isEnded(authTime, user) ? undefined : user;
}

/** Checks the code: a session with two factors, the page again, or the password again where it counts no longer. */
export async function submitCode(
  context: SignInContext,
  view: InteractionView,
  { code = '' }: CodeForm,
): Promise<Reply<200, string> | Write<InteractionReply>> {
  const { platform } = context;
  const { interaction, texts } = view;
  const { identity } = interaction;
  const user = identity && (await findProvedUser(platform, identity));
  if (!identity || !user)
    return write(
      [replaceInteraction(platform, interaction, { identity: undefined })],
      seeOther(getInteractionUrl(interaction)),
    );
  const showAgain = (fault: string) => showSecondFactor(platform, view, fault);
  if (code.trim() === '') return showAgain(texts.code.missing);
  try {
    const right = await checkCode(platform, user, code, context);
    await logCode(platform, user, right ? 'succeeded' : 'wrong-code', context);
    if (!right) return await showAgain(texts.refusals.wrongCode);
    const amr = [...identity.amr, 'otp', 'mfa'];
    const { changes, reply } = await completeSignIn(context, interaction, { ...identity, amr });
    return write([putFactor(platform, right.before, right.after), ...changes], reply);
  } catch (error) {
    const fault = error instanceof Failure ? describeFailure(texts, error) : undefined;
    if (fault === undefined) throw error;
    return showAgain(fault);
  }
}
