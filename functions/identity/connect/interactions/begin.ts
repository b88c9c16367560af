// Begins an interaction in a browser.
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Write, write } from '../../../../shared/http/reply.ts';
import { generateCookieToken, readCookie, setCookie } from '../../sessions/cookies.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { getInteractionUrl, type InteractionReply } from './continue.ts';
import type { InteractionGoal } from './interaction.ts';
import { buildInteraction, insertInteraction } from './store.ts';

/** The page of its first step, for the browser that asked: its cookie is set where it has none. */
export function beginInteraction(
  platform: PlatformStore,
  goal: InteractionGoal,
  headers: Readonly<Record<string, string>>,
  current: CurrentSession | undefined,
  now: Date,
): Write<Extract<InteractionReply, { readonly status: 303 }>> {
  const known = readCookie(headers.cookie, 'rostrum-browser');
  const token = known ?? generateCookieToken();
  const interaction = buildInteraction(goal, token, { sessionId: current?.session.id }, now);
  return write(
    [insertInteraction(platform, interaction)],
    seeOther(getInteractionUrl(interaction), known === undefined ? setCookie('rostrum-browser', token) : {}),
  );
}
