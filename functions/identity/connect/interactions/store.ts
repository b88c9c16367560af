// Stored interactions.
import { randomBytes } from 'node:crypto';
import { type Change, ifVersion, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../../shared/data/store.ts';
import { hashCookieToken, readCookie } from '../../sessions/cookies.ts';
import { type InteractionGoal, type InteractionItem, interactionSeconds } from './interaction.ts';

const interactionKey = (platform: PlatformStore, id: string): Key<InteractionItem> =>
  platform.key(`INTERACTION#${id}`, 'INTERACTION');

/** The form of an interaction's id: 128 random bits. */
const interactionIdPattern = /^[A-Za-z0-9_-]{22}$/;

/** A new interaction of the browser with this cookie. */
export function buildInteraction(
  goal: InteractionGoal,
  browserToken: string,
  known: Pick<InteractionItem, 'sessionId'>,
  now: Date,
): InteractionItem {
  const endsAt = Math.floor(now.getTime() / 1000) + interactionSeconds;
  return {
    type: 'interaction',
    id: randomBytes(16).toString('base64url'),
    version: 1,
    browser: hashCookieToken(browserToken),
    goal,
    ...known,
    endsAt,
    ttl: endsAt,
  };
}

export const insertInteraction = (platform: PlatformStore, interaction: InteractionItem): Change =>
  insert(interactionKey(platform, interaction.id), interaction);

/** Replaces an interaction that was read as `before`. */
export const replaceInteraction = (
  platform: PlatformStore,
  before: InteractionItem,
  set: Partial<InteractionItem>,
): Change =>
  put(
    interactionKey(platform, before.id),
    { ...before, ...set, version: before.version + 1 },
    { condition: ifVersion(before.version), onConflict: 'retry' },
  );

/** Ends an interaction: it is answered once. */
export const removeInteraction = (platform: PlatformStore, before: InteractionItem): Change =>
  remove(interactionKey(platform, before.id), { condition: ifVersion(before.version), onConflict: 'retry' });

/** The interaction with this id that the request's browser began; undefined when there is none, or it is over. */
export async function findOwnInteraction(
  platform: PlatformStore,
  id: string,
  headers: Readonly<Record<string, string>>,
  now: Date,
): Promise<InteractionItem | undefined> {
  const browser = readCookie(headers.cookie, 'rostrum-browser');
  if (browser === undefined || !interactionIdPattern.test(id)) return undefined;
  const found = await platform.get(interactionKey(platform, id), { consistent: true });
  return found && found.browser === hashCookieToken(browser) && found.endsAt * 1000 > now.getTime()
    ? found
    : undefined;
}
