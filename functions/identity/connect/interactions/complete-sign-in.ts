// Ends the steps in which a person proves who they are: a new session under a new cookie.
import type { UserItem } from '../../../../shared/auth/users.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import { generateCookieToken, hashCookieToken, readCookie, setCookie } from '../../sessions/cookies.ts';
import { buildSession, getCookieSeconds, type SessionItem } from '../../sessions/session.ts';
import { findCurrentSession, insertSession, removeSession } from '../../sessions/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { getInteractionUrl } from './continue.ts';
import type { InteractionItem, ProvedIdentity } from './interaction.ts';
import { replaceInteraction } from './store.ts';

/** What a session is begun with. */
export interface SignInContext {
  readonly platform: PlatformStore;
  readonly request: Request;
  readonly now: Date;
  readonly newId: () => string;
}

/** The changes that begin a session, and the header that gives the browser its cookie. */
interface BegunSession {
  readonly session: SessionItem;
  readonly changes: readonly Change[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Begins a session of a person who has proved who they are. The browser's earlier session ends; where it was the same
 * person's, its id and its applications go on, so that signing out reaches them.
 */
async function beginSession(
  { platform, request, now, newId }: SignInContext,
  identity: ProvedIdentity,
): Promise<BegunSession> {
  const earlier = await findCurrentSession(platform, request.headers, now);
  const own = earlier?.session.userId === identity.userId ? earlier.session : undefined;
  const { userId, authTime, amr, isRemembered } = identity;
  const content = {
    ...{ userId, authTime, amr, isRemembered, address: request.address },
    id: own?.id ?? newId(),
    userAgent: request.headers['user-agent'],
  };
  const session = { ...buildSession(content, now), clients: own?.clients ?? [] };
  const token = generateCookieToken();
  const old = readCookie(request.headers.cookie, 'rostrum-session');
  return {
    session,
    changes: [
      insertSession(platform, session, token),
      ...(old === undefined ? [] : [removeSession(platform, { hash: hashCookieToken(old) })]),
    ],
    headers: setCookie('rostrum-session', token, getCookieSeconds(session)),
  };
}

/** Goes on with an interaction in a new session. */
export async function completeSignIn(
  context: SignInContext,
  interaction: InteractionItem,
  identity: ProvedIdentity & { readonly userId: UserItem['id'] },
): Promise<Write<Reply<303, null>>> {
  const { session, changes, headers } = await beginSession(context, identity);
  const next = { identity: undefined, sessionId: session.id, isFresh: true };
  return write(
    [replaceInteraction(context.platform, interaction, next), ...changes],
    seeOther(getInteractionUrl(interaction), headers),
  );
}
