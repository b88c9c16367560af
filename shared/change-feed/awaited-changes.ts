// Drafts of broadcasts that wait for a change of a bill or a committee: the feed makes each of them look at its subject when
// something about it changes, and does nothing for tenants without such drafts.
import type { TenantItem } from '../auth/accounts/records.ts';
import { type Change, insert, put, remove } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { conflict } from '../errors/failure.ts';
import { tenantTime } from '../schedule/tenant-clock.ts';
import { clearTimer, setTimer } from '../schedule/timers.ts';
import type { ChangeEvent } from './change-event.ts';
import { addWait, removeWait as uncountWait } from './followers.ts';

/** A draft that waits. */
interface WaitItem {
  readonly type: 'broadcast-wait';
  readonly broadcastId: string;
  /** The type and the id of the record that it is about: `bill/12`. */
  readonly subject: string;
}

/** The timer by which a draft looks at what it waits for. */
export const WAIT_TIMER = 'broadcast-wait';

/** So many drafts of a tenant wait at most. */
export const MAX_WAITS = 200;

const PARTITION = 'BROADCAST-WAITS';
const waitKey = (tenant: TenantStore, broadcastId: string): Key<WaitItem> =>
  tenant.key(PARTITION, broadcastId);

/** The types of records whose changes may be what a draft waits for. */
const awaitedTypes: ReadonlySet<string> = new Set([
  ...['bill', 'calendar-event', 'committee', 'committee-vacancy', 'membership'],
]);

/** Looks at what a draft waits for. @param dueAt by the tenant's clock */
export const setWaitTimer = (tenant: TenantStore, broadcastId: string, dueAt: Date): Change =>
  setTimer(tenant, { kind: WAIT_TIMER, subject: broadcastId, dueAt, area: 'crm' });

export const clearWaitTimer = (tenant: TenantStore, broadcastId: string): Change =>
  clearTimer(tenant, WAIT_TIMER, broadcastId);

const buildWait = (broadcastId: string, subject: string): WaitItem => ({
  ...{ type: 'broadcast-wait', broadcastId, subject },
});

/** A draft that waits does so for changes of another subject. */
export const replaceWait = (tenant: TenantStore, broadcastId: string, subject: string): Change =>
  put(waitKey(tenant, broadcastId), buildWait(broadcastId, subject));

/** A draft waits from now on for changes of its subject; its timer is set apart. */
export const insertWait = (tenant: TenantStore, broadcastId: string, subject: string): Change[] => [
  insert(waitKey(tenant, broadcastId), buildWait(broadcastId, subject)),
  addWait(
    tenant,
    MAX_WAITS,
    conflict(`${MAX_WAITS} drafts wait for an event, which is the maximum; end the wait of one first.`),
  ),
];

/** A draft no longer waits for changes. */
export const removeWait = (tenant: TenantStore, broadcastId: string): Change[] => [
  remove(waitKey(tenant, broadcastId)),
  uncountWait(tenant),
];

/** The records that changes are about: each itself, and those that it belongs to. */
function listSubjects(events: readonly ChangeEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, subject, data }) => {
      const recordType = type.replace(/\.\w+$/, '');
      if (!awaitedTypes.has(recordType)) return [];
      return [{ type: recordType, id: subject }, ...(data.belongsTo ?? [])].map(
        (record) => `${record.type}/${record.id}`,
      );
    }),
  );
}

/**
 * The changes that make drafts look at once at what they wait for, where one of these events is about it. One query where drafts
 * of the tenant wait and a record of such a type changed; else nothing.
 * @param settings of a tenant whose drafts wait
 */
export async function wakeWaits(
  tenant: TenantStore,
  settings: TenantItem | undefined,
  events: readonly ChangeEvent[],
  now: Date,
): Promise<Change[]> {
  const subjects = settings ? listSubjects(events) : new Set<string>();
  if (!settings || subjects.size === 0) return [];
  const waits = await tenant.queryAll(tenant.partition<WaitItem>(PARTITION), { consistent: true });
  return waits
    .filter(({ subject }) => subjects.has(subject))
    .map(({ broadcastId }) => setWaitTimer(tenant, broadcastId, tenantTime(settings, now)));
}
