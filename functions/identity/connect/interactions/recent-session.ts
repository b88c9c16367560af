// The pages of an account that need a recent sign-in: who has signed in just now in this browser.
import { isOwnSignIn } from '../../../../shared/auth/sign-in/authentication-context.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import type { Reply, Write } from '../../../../shared/http/reply.ts';
import { isRecent, recentSeconds } from '../../sessions/session.ts';
import { type CurrentSession, findCurrentSession } from '../../sessions/store.ts';
import { beginInteraction } from './begin.ts';
import type { FactorKind } from './interaction.ts';

/**
 * The session of a recent sign-in at the platform itself; undefined where the person has to sign in, again or at all. What a
 * provider says changes nothing of the account, which other tenants have too.
 */
export async function findRecentSession(
  platform: PlatformStore,
  headers: Readonly<Record<string, string>>,
  now: Date,
): Promise<{ readonly current: CurrentSession | undefined; readonly recent: CurrentSession | undefined }> {
  const current = await findCurrentSession(platform, headers, now);
  const isNow =
    current && isOwnSignIn(current.session) && isRecent(current.session, Math.floor(now.getTime() / 1000));
  return { current, recent: isNow ? current : undefined };
}

/** Leads through the sign-in, and what is to be set up, back to the page with this path. */
export const leadToPage = (
  platform: PlatformStore,
  path: string,
  current: CurrentSession | undefined,
  headers: Readonly<Record<string, string>>,
  now: Date,
  setsUp?: FactorKind,
): Write<Reply<303, null>> =>
  beginInteraction(
    platform,
    { kind: 'page', path, maxAge: recentSeconds, loginHint: current?.user.userName, setsUp },
    headers,
    current,
    now,
  );
