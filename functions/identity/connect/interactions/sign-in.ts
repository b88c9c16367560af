// The first step: user name and password.
import { hasSecondFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import type { Reply, Write } from '../../../../shared/http/reply.ts';
import { readMinutes } from '../../account/links/form.ts';
import type { Texts } from '../../languages/languages.ts';
import { authenticateUser, type SignInRead } from '../../services/authenticate-user.ts';
import { getAuthTime, listRevocations } from '../../sessions/session.ts';
import { listTenantAccess } from '../../users/store.ts';
import { completeFirstFactor, type SignInContext } from './complete-sign-in.ts';
import { buildPageContext, type InteractionReply, type InteractionView } from './continue.ts';
import type { ProvedIdentity } from './interaction.ts';
import { renderSignIn } from './pages.ts';

/** What the page of the first step sends. */
export interface PasswordForm {
  readonly userName?: string | undefined;
  readonly password?: string | undefined;
  readonly remember?: string | undefined;
}

/** What the page says of a refused attempt: nothing about whether there is such a user. */
export function describeFailure({ signIn, refusals }: Texts, failure: Failure): string | undefined {
  if (failure.code === 'SIGN_IN_FAILED') return signIn.failed;
  return failure.code === 'RATE_LIMIT_EXCEEDED'
    ? refusals.tooManyAttempts({ minutes: readMinutes(failure) })
    : undefined;
}

/** Checks the password: a session where nothing else is needed, the next factor otherwise, or the page again. */
export async function signIn(
  context: SignInContext,
  view: InteractionView,
  { userName = '', password = '', remember }: PasswordForm,
  read: SignInRead | undefined,
): Promise<Reply<200, string> | Write<InteractionReply>> {
  const { platform, request, now } = context;
  const { current, texts } = view;
  const showAgain = async (fault: string) =>
    renderSignIn(await buildPageContext(platform, view), {
      ...{ userName, fault },
      isAgain: current !== undefined,
    });
  if (userName.trim() === '' || password === '') return showAgain(texts.signIn.missing);
  try {
    const { user, finish } = await authenticateUser(
      platform,
      { userName, password },
      'sign-in',
      request,
      now,
      undefined,
      read,
    );
    const [accesses] = await Promise.all([
      listTenantAccess(platform, user),
      finish(hasSecondFactor(user) ? 'code-required' : 'succeeded'),
    ]);
    const authTime = getAuthTime(now, listRevocations(user, accesses));
    const identity: ProvedIdentity = {
      ...{ userId: user.id, authTime, amr: ['pwd'] },
      isRemembered: remember === 'yes',
    };
    return await completeFirstFactor(context, identity, { view, user, accesses });
  } catch (error) {
    const fault = error instanceof Failure ? describeFailure(texts, error) : undefined;
    if (fault === undefined) throw error;
    return showAgain(fault);
  }
}
