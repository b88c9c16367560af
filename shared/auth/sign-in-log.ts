// The sign-in log: one entry per attempt in the log of every tenant it concerns, and the platform's own for names nobody has.
import { randomBytes } from 'node:crypto';
import { commit, put } from '../data/changes.ts';
import type { Key, Partition, PlatformStore, Store, TenantCode } from '../data/store.ts';

/** How an attempt ended. */
export const outcomes = [
  'succeeded',
  'wrong-password',
  'wrong-secret',
  'disabled',
  'throttled',
  'workspace-denied',
  'workspace-suspended',
  'unknown-user',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Which door it was: the list of workspaces, the token of one workspace, or a client's token. */
export const steps = ['sign-in', 'workspace-token', 'client-token'] as const;
export type Step = (typeof steps)[number];

/** An entry as it lies in the table: pk SIGNINS, sk its id, which begins with the time. Kept for a year. */
export interface SignInItem {
  readonly type: 'sign-in';
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly createdDate: string;
  readonly step: Step;
  readonly outcome: Outcome;
  readonly kind: 'user' | 'client' | 'unknown';
  /** The user's id or the client_id; absent in the platform's log of unknown names. */
  readonly subjectId?: string | undefined;
  readonly name?: string | undefined;
  readonly address: string;
  readonly userAgent?: string | undefined;
  readonly ttl: number;
}

const keptSeconds = 365 * 86_400;

/** What happened, before it becomes an entry. */
export type SignInEvent = Pick<
  SignInItem,
  'step' | 'outcome' | 'kind' | 'subjectId' | 'name' | 'address' | 'userAgent'
>;

/** An id that sorts by time: milliseconds since 1970 in twelve hexadecimal digits, then eight random ones. */
const entryId = (now: Date, random: string = randomBytes(5).toString('hex')): string =>
  `${now.getTime().toString(16).padStart(12, '0')}-${random}`;

/** The entries of a log, oldest first. */
export const signIns = (store: Store): Partition<SignInItem> => store.partition('SIGNINS');

function entry(event: SignInEvent, now: Date): SignInItem {
  return {
    type: 'sign-in',
    id: entryId(now),
    createdDate: now.toISOString(),
    ...event,
    userAgent: event.userAgent?.slice(0, 200),
    ttl: Math.floor(now.getTime() / 1000) + keptSeconds,
  };
}

/**
 * Writes an attempt into the log of every tenant it concerns, side by side.
 * An attempt that concerns no tenant, such as one under a name nobody has, goes into the platform's log,
 * without the name: people type passwords into the wrong field. It costs the same time as one of a known user.
 */
export async function logSignIn(
  platform: PlatformStore,
  tenants: readonly TenantCode[],
  event: SignInEvent,
  now: Date,
): Promise<void> {
  const item = entry(event, now);
  const places: Store[] = tenants.length > 0 ? tenants.map((code) => platform.tenant(code)) : [platform];
  await Promise.all(
    places.map((store) => {
      const key: Key<SignInItem> = store.key('SIGNINS', item.id);
      return commit([put(key, item)]);
    }),
  );
}
