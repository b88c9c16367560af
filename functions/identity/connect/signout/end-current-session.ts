// Ends the session of a browser, and goes where the person came from.
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { clearSessionCookie } from '../../sessions/cookies.ts';
import { type EndContext, endSession } from '../../sessions/end-session.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { renderSignedOut } from './sign-out-page.ts';

/** Where a sign-out ends. */
export type SignOutReply = Reply<200, string> | Reply<303, null>;

/**
 * Ends the session, if there is one, with its cookie.
 * @param returnUrl a registered address; the person stays here without one
 */
export async function endCurrentSession(
  { platform, now, newId }: EndContext & { readonly platform: PlatformStore },
  current: CurrentSession | undefined,
  returnUrl: string | undefined,
): Promise<Write<SignOutReply>> {
  const cookie = clearSessionCookie();
  return write(
    current ? await endSession(platform, current.session, { now, newId }) : [],
    returnUrl === undefined ? renderSignedOut(platformBrand, cookie) : seeOther(returnUrl, cookie),
  );
}
