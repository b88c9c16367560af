// A passkey in each step that takes one: alone in the place of the password, beside it, or as a new one.

import { type UserItem, userKey } from '../../../../shared/auth/accounts/users.ts';
import { type FactorItem, loadFactor, putFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import type { PublicContext } from '../../account/password-reset.ts';
import { isUuid } from '../../administration/administration.ts';
import { addPasskey, readAnswer, replacePasskey } from '../../passkeys/answer.ts';
import { logCode } from '../../second-factor/check-code.ts';
import { getAuthTime, listRevocations } from '../../sessions/session.ts';
import { listTenantAccess } from '../../users/store.ts';
import { completeSignIn, type SignInContext } from './complete-sign-in.ts';
import { buildPageContext, type InteractionReply, type InteractionView } from './continue.ts';
import type { PasskeyChallenge, SetUpStep } from './interaction.ts';
import { renderSignIn } from './pages.ts';
import { completeSetUp, renderSetUpStep } from './set-up.ts';
import { replaceInteraction } from './store.ts';
import { findProvedUser, showSecondFactor } from './submit-code.ts';

/** What the forms of passkeys send. */
export interface PasskeyForm {
  readonly credential?: string | undefined;
  readonly name?: string | undefined;
  readonly remember?: string | undefined;
}

type StepReply = Reply<200, string> | Write<InteractionReply>;

/** The challenge of this step; none that was answered already. */
const findChallenge = (
  { interaction: { passkey } }: InteractionView,
  purpose: PasskeyChallenge['purpose'],
): string | undefined => (passkey?.purpose === purpose ? passkey.challenge : undefined);

/** The page again, with the challenge used up. */
const refuse = (
  { platform }: SignInContext,
  { interaction }: InteractionView,
  page: Reply<200, string>,
): Write<InteractionReply> =>
  write(interaction.passkey ? [replaceInteraction(platform, interaction, { passkey: undefined })] : [], page);

interface UsedPasskey {
  readonly before: FactorItem;
  readonly after: FactorItem;
}

/** The factor after its passkey has answered the challenge; undefined when it has not. */
async function usePasskey(
  { platform, now }: SignInContext,
  userId: string,
  credential: string | undefined,
  challenge: string | undefined,
  isAlone: boolean,
): Promise<UsedPasskey | undefined> {
  const answer = readAnswer(credential);
  const before = answer && challenge !== undefined ? await loadFactor(platform, userId) : undefined;
  const passkey = before?.passkeys?.find(({ id }) => id === answer?.credentialId);
  if (!answer || challenge === undefined || !before || !passkey) return undefined;
  const { verifyPasskey } = await import('../../passkeys/webauthn.ts');
  const used = await verifyPasskey(answer.credential, challenge, passkey, isAlone, now);
  return used && { before, after: replacePasskey(before, used) };
}

/** The user whom a passkey names; whether it is theirs follows from the signature. */
async function findNamedUser(
  { platform }: SignInContext,
  credential: string | undefined,
): Promise<UserItem | undefined> {
  const userId = readAnswer(credential)?.userId;
  if (userId === undefined || !isUuid(userId)) return undefined;
  const user = await platform.get(userKey(platform, userId), { consistent: true });
  return user?.disabled || user?.secondFactorSince === undefined ? undefined : user;
}

/** A passkey alone, with which the device has verified the person: that is two factors. */
export async function signInWithPasskey(
  context: SignInContext,
  view: InteractionView,
  { credential, remember }: PasskeyForm,
): Promise<StepReply> {
  const { platform, now } = context;
  const user = await findNamedUser(context, credential);
  const used = user && (await usePasskey(context, user.id, credential, findChallenge(view, 'sign-in'), true));
  if (!user || !used) {
    if (user) await logCode(platform, user, 'wrong-passkey', context);
    const page = renderSignIn(await buildPageContext(platform, view), {
      fault: view.texts.passkeys.refused,
      isAgain: view.current !== undefined,
    });
    return refuse(context, view, page);
  }
  const accesses = await listTenantAccess(platform, user);
  await logCode(platform, user, 'succeeded', context);
  const authTime = getAuthTime(now, listRevocations(user, accesses));
  const identity = {
    userId: user.id,
    authTime,
    amr: ['pop', 'user', 'mfa'],
    isRemembered: remember === 'yes',
  };
  const interaction = { ...view.interaction, passkey: undefined };
  const { changes, reply } = await completeSignIn(context, interaction, identity, { view, user, accesses });
  return write([putFactor(platform, used.before, used.after), ...changes], reply);
}

/** A passkey beside the password. */
export async function submitPasskey(
  context: SignInContext,
  view: InteractionView,
  { credential }: PasskeyForm,
): Promise<StepReply> {
  const { platform } = context;
  const { identity } = view.interaction;
  const user = identity && (await findProvedUser(platform, identity));
  const challenge = findChallenge(view, 'second-factor');
  const used = user && (await usePasskey(context, user.id, credential, challenge, false));
  if (user) await logCode(platform, user, used ? 'succeeded' : 'wrong-passkey', context);
  if (!identity || !used)
    return refuse(context, view, await showSecondFactor(platform, view, view.texts.passkeys.refused));
  const interaction = { ...view.interaction, passkey: undefined };
  const amr = [...identity.amr, 'pop', 'mfa'];
  const { changes, reply } = await completeSignIn(context, interaction, { ...identity, amr });
  return write([putFactor(platform, used.before, used.after), ...changes], reply);
}

/** A new passkey, as the first second factor or beside others. */
export async function registerPasskey(
  context: SignInContext & PublicContext,
  view: InteractionView,
  step: SetUpStep,
  { credential, name = '' }: PasskeyForm,
): Promise<StepReply> {
  const { platform, now } = context;
  const { current, texts } = view;
  const challenge = findChallenge(view, 'set-up');
  const answer = readAnswer(credential);
  const { verifyNewPasskey } = await import('../../passkeys/webauthn.ts');
  const made =
    current && answer && challenge !== undefined && step.factor !== 'authenticator'
      ? await verifyNewPasskey(answer.credential, challenge, name.trim() || texts.setUp.unnamedPasskey, now)
      : undefined;
  if (!current || !made)
    return refuse(context, view, await renderSetUpStep(platform, view, step, texts.passkeys.refused));
  const build = (before: FactorItem | undefined) => ({ passkeys: addPasskey(before?.passkeys ?? [], made) });
  return completeSetUp(context, view, current, build, 'pop');
}
