// Reads an interaction with everything that its steps need.
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { readTexts } from '../../languages/choose-language.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import type { InteractionView } from './continue.ts';
import { findGoalClient } from './progress.ts';
import { findOwnInteraction } from './store.ts';

/**
 * An interaction of the request's browser; undefined when there is none, or its application was revoked meanwhile. The
 * session counts only where the interaction goes on in it: another tab may have signed in somebody else.
 * @param options whether a page is going to be shown, so that the tenant whose look it has is read beside the client
 */
export async function loadView(
  platform: PlatformStore,
  id: string,
  headers: Readonly<Record<string, string>>,
  now: Date,
  { readsBrand = false }: { readonly readsBrand?: boolean } = {},
): Promise<InteractionView | undefined> {
  const interaction = await findOwnInteraction(platform, id, headers, now);
  if (!interaction) return undefined;
  const { goal, sessionId } = interaction;
  // Where somebody is signed in, the look is that of a tenant that is read with the session.
  const brandOf = readsBrand && goal.kind !== 'page' && sessionId === undefined ? goal.brandOf : undefined;
  const [client, session, brandTenant] = await Promise.all([
    findGoalClient(platform, goal),
    findCurrentSession(platform, headers, now),
    brandOf === undefined ? undefined : tenantByCode(platform, brandOf),
  ]);
  if (!client && goal.kind !== 'page') return undefined;
  const current = session?.session.id === sessionId ? session : undefined;
  const texts = await readTexts(headers, goal.kind === 'authorization' ? goal.request.uiLocales : undefined);
  return { interaction, client, current, texts, brandTenant };
}
