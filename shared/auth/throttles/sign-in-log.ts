// The sign-in log: one entry per attempt in the log of every tenant concerned, and in the platform's for unknown names.
import { createHash, randomBytes } from 'node:crypto';
import { type Change, commitUnlessStale, ifAbsent, put } from '../../data/changes.ts';
import type { Partition, PlatformStore, Store } from '../../data/store.ts';
import type { TenantCode } from '../../data/tenant/tenant-code.ts';
import type { ExhaustedWindow } from './throttle-windows.ts';

/** How an attempt ended. */
export const signInOutcomes = [
  'succeeded',
  'wrong-password',
  'wrong-secret',
  'code-required',
  'wrong-code',
  'wrong-passkey',
  'second-factor-missing',
  'disabled',
  'throttled',
  'workspace-denied',
  'workspace-suspended',
  'unknown-user',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/** Which step it was: the list of workspaces or the sign-in page, the token of one workspace, a client's token, or a code. */
export const signInSteps = ['sign-in', 'workspace-token', 'client-token', 'second-factor'] as const;
export type SignInStep = (typeof signInSteps)[number];

/** Where an attempt comes from: the address and the headers of its request. */
export interface RequestOrigin {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A stored entry: pk SIGNINS, sk its id, which begins with the time. Stored for a year. */
export interface SignInItem {
  readonly type: 'sign-in';
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly createdDate: string;
  readonly step: SignInStep;
  readonly outcome: SignInOutcome;
  readonly kind: 'user' | 'client' | 'unknown';
  /** The user's id or the client_id; absent in the platform's log of unknown names. */
  readonly subjectId?: string | undefined;
  readonly name?: string | undefined;
  readonly address: string;
  readonly userAgent?: string | undefined;
  readonly ttl: number;
}

const retentionSeconds = 365 * 86_400;

/** An attempt, before it becomes an entry. */
export type SignInEvent = Pick<
  SignInItem,
  'step' | 'outcome' | 'kind' | 'subjectId' | 'name' | 'address' | 'userAgent'
>;

/** An id that sorts by time: milliseconds since 1970 in twelve hexadecimal digits, then ten that make it unique. */
const formatEntryId = (milliseconds: number, rest: string): string =>
  `${milliseconds.toString(16).padStart(12, '0')}-${rest}`;

/** One id for all attempts that a window rejects; it sorts after the attempts that used the window up. */
const formatWindowEntryId = ({ name, since }: ExhaustedWindow): string =>
  formatEntryId(since * 1000 + 999, createHash('sha256').update(name).digest('hex').slice(0, 10));

/** The entries of a log, oldest first. */
export const signIns = (store: Store): Partition<SignInItem> => store.partition('SIGNINS');

/** The entries of one user or client of a tenant, oldest first. */
export const signInsOf = (store: Store, subjectId: string): Partition<SignInItem> =>
  store.listing(`SIGNINS-OF#${subjectId}`);

function buildEntry(event: SignInEvent, now: Date, window: ExhaustedWindow | undefined): SignInItem {
  return {
    type: 'sign-in',
    id: window ? formatWindowEntryId(window) : formatEntryId(now.getTime(), randomBytes(5).toString('hex')),
    createdDate: now.toISOString(),
    ...event,
    userAgent: event.userAgent?.slice(0, 200),
    ttl: Math.floor(now.getTime() / 1000) + retentionSeconds,
  };
}

/** The entries of an attempt: one in the log of every tenant concerned, or in the platform's where it concerns none. */
function buildEntries(
  platform: PlatformStore,
  tenants: readonly TenantCode[],
  event: SignInEvent,
  now: Date,
  window?: ExhaustedWindow,
): Change[] {
  const item = buildEntry(event, now, window);
  const logs: Store[] = tenants.length > 0 ? tenants.map((code) => platform.tenant(code)) : [platform];
  return logs.map((store) =>
    put(store.key<SignInItem>('SIGNINS', item.id), item, {
      ...(window && { condition: ifAbsent, onConflict: 'retry' }),
      // An unknown name is listed as well, at the same cost.
      listed: { listing: signInsOf(store, item.subjectId ?? 'nobody'), sort: item.id },
    }),
  );
}

/** The entries of an attempt that succeeded, for the transaction in which it ends. */
export const signInEntries = (
  platform: PlatformStore,
  tenants: readonly TenantCode[],
  event: SignInEvent,
  now: Date,
): Change[] => buildEntries(platform, tenants, event, now);

/**
 * Writes an attempt into the log of every tenant concerned, in parallel.
 * An attempt that concerns no tenant, such as one with an unknown name, goes into the platform's log without the name,
 * because people type passwords into the wrong field. It takes the same time as one of a known user.
 * Of the attempts that a used-up window rejects only the first is written, so that repeated ones don't fill the log.
 */
export async function logSignIn(
  platform: PlatformStore,
  tenants: readonly TenantCode[],
  event: SignInEvent,
  now: Date,
  window?: ExhaustedWindow,
): Promise<void> {
  const entries = buildEntries(platform, tenants, event, now, window);
  await Promise.all(entries.map((entry) => commitUnlessStale([entry])));
}
