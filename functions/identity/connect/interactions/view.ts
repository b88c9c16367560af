// Reads an interaction with everything that its steps need.
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import type { InteractionView } from './continue.ts';
import { findGoalClient } from './progress.ts';
import { findOwnInteraction } from './store.ts';

/**
 * An interaction of the request's browser; undefined when there is none, or its application was revoked meanwhile. The
 * session counts only where the interaction goes on in it: another tab may have signed in somebody else.
 */
export async function loadView(
  platform: PlatformStore,
  id: string,
  headers: Readonly<Record<string, string>>,
  now: Date,
): Promise<InteractionView | undefined> {
  const interaction = await findOwnInteraction(platform, id, headers, now);
  if (!interaction) return undefined;
  const [client, session] = await Promise.all([
    findGoalClient(platform, interaction.goal),
    findCurrentSession(platform, headers, now),
  ]);
  if (!client && interaction.goal.kind === 'authorization') return undefined;
  const current = session?.session.id === interaction.sessionId ? session : undefined;
  return { interaction, client, current };
}
