// Ends the session of a browser, and goes where the person came from: through the provider that signed the person in, where one did.
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import type { Texts } from '../../languages/languages.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { clearSessionCookie } from '../../sessions/cookies.ts';
import { type EndContext, endSession } from '../../sessions/end-session.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { beginProviderSignOut } from './provider-sign-out.ts';
import { renderProviderSignOut, renderSignedOut } from './sign-out-page.ts';

/** Where a sign-out ends. */
export type SignOutReply = Reply<200, string> | Reply<303, null>;

/** What ends a session. */
interface SignOutContext extends EndContext {
  readonly platform: PlatformStore;
  readonly request: Pick<Request, 'headers'>;
  readonly texts: Texts;
  /** Whether a form of our own page was sent: by the policy of that page it leads to no other site. */
  readonly isForm?: boolean;
}

/**
 * Ends the session, if there is one, with its cookie.
 * @param returnUrl a registered address; the person stays here without one
 */
export async function endCurrentSession(
  { platform, request, now, newId, texts, isForm = false }: SignOutContext,
  current: CurrentSession | undefined,
  returnUrl: string | undefined,
): Promise<Write<SignOutReply>> {
  const cookie = clearSessionCookie();
  const look = { brand: platformBrand, texts };
  const answer = (): SignOutReply =>
    returnUrl === undefined ? renderSignedOut(look, cookie) : seeOther(returnUrl, cookie);
  if (!current) return write([], answer());
  const [ended, atProvider] = await Promise.all([
    endSession(platform, current.session, { now, newId }),
    beginProviderSignOut(
      platform,
      current.session,
      request.headers,
      { returnUrl, language: texts.language },
      now,
    ),
  ]);
  if (!atProvider) return write(ended, answer());
  const { url, changes } = atProvider;
  return write(
    [...ended, ...changes],
    isForm ? renderProviderSignOut(look, url, cookie) : seeOther(url, cookie),
  );
}
