// The backlog of a tenant: from where on the changes of its feed are sent by a job, because the feed had no time, or the
// second no room, to send them as they happened.
import { commit, ifAbsent, put, remove, StaleRead, update } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { type BacklogItem, backlogSort, subscribersPartition } from './subscriber-connections.ts';

/** How long a run holds it after it was last saved; longer than a function may run. */
const leaseMilliseconds = 90_000;

const backlogKey = (tenant: TenantStore): Key<BacklogItem> => tenant.key(subscribersPartition, backlogSort);

const findBacklog = (tenant: TenantStore): Promise<BacklogItem | undefined> =>
  tenant.get(backlogKey(tenant), { consistent: true });

/** Leaves the changes from a position on to the job, which a new or changed backlog calls. */
export async function handOver(tenant: TenantStore, position: string): Promise<void> {
  await decideAndCommit(async () => {
    const before = await findBacklog(tenant);
    if (!before)
      return {
        changes: [
          put(
            backlogKey(tenant),
            { type: 'push-backlog', position, state: 'sending' },
            { condition: ifAbsent, onConflict: 'retry' },
          ),
        ],
      };
    const earliest = position < before.position ? position : before.position;
    return {
      changes: [
        update(
          backlogKey(tenant),
          { set: { position: earliest, state: 'sending' } },
          {
            condition: {
              expression: '#position = :seen',
              names: { '#position': 'position' },
              values: { ':seen': before.position },
            },
            onConflict: 'retry',
          },
        ),
      ],
    };
  });
}

const wasCommitted = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof StaleRead) return false;
      throw error;
    },
  );

/** Takes the backlog for a run; undefined when there is none, or another run has it. */
export async function takeBacklog(
  tenant: TenantStore,
  lease: string,
  now: Date,
): Promise<BacklogItem | undefined> {
  const isTaken = await wasCommitted(
    commit([
      update(
        backlogKey(tenant),
        { set: { lease, leasedUntil: now.getTime() + leaseMilliseconds } },
        {
          condition: {
            expression: 'attribute_exists(pk) AND (attribute_not_exists(#lease) OR #leasedUntil < :now)',
            names: { '#lease': 'lease', '#leasedUntil': 'leasedUntil' },
            values: { ':now': now.getTime() },
          },
          onConflict: 'retry',
        },
      ),
    ]),
  );
  return isTaken ? findBacklog(tenant) : undefined;
}

/** Unchanged since the run saw it: held by it, from the same position on. */
const ifSeen = ({ lease, position, state }: BacklogItem) => ({
  condition: {
    expression: '#lease = :seenLease AND #position = :seenPosition AND #state = :seenState',
    names: { '#lease': 'lease', '#position': 'position', '#state': 'state' },
    values: { ':seenLease': lease, ':seenPosition': position, ':seenState': state },
  },
  onConflict: 'retry' as const,
});

/** The backlog as it is now, if the run still holds it. */
async function findOwn(tenant: TenantStore, lease: string | undefined): Promise<BacklogItem | undefined> {
  const found = await findBacklog(tenant);
  return found?.lease === lease ? found : undefined;
}

/**
 * Saves how far a run has come. When the feed has changed the backlog meanwhile, nothing is saved.
 * @returns the backlog as it is now; undefined when another run has it
 */
export async function saveProgress(
  tenant: TenantStore,
  seen: BacklogItem,
  progress: Partial<Pick<BacklogItem, 'position' | 'state'>>,
  now: Date,
): Promise<BacklogItem | undefined> {
  const set = { ...progress, leasedUntil: now.getTime() + leaseMilliseconds };
  return (await wasCommitted(commit([update(backlogKey(tenant), { set }, ifSeen(seen))])))
    ? { ...seen, ...set }
    : findOwn(tenant, seen.lease);
}

/** Removes a backlog that was sent; returns what the feed has added meanwhile, if it has. */
export const finishBacklog = async (
  tenant: TenantStore,
  seen: BacklogItem,
): Promise<BacklogItem | undefined> =>
  (await wasCommitted(commit([remove(backlogKey(tenant), ifSeen(seen))])))
    ? undefined
    : findOwn(tenant, seen.lease);

/** Gives a backlog back, for the next run, which this change calls. */
export const releaseBacklog = async (tenant: TenantStore, { lease }: BacklogItem): Promise<void> => {
  await wasCommitted(
    commit([
      update(
        backlogKey(tenant),
        { unset: ['lease', 'leasedUntil'] },
        {
          condition: {
            expression: '#lease = :seenLease',
            names: { '#lease': 'lease' },
            values: { ':seenLease': lease },
          },
          onConflict: 'retry',
        },
      ),
    ]),
  );
};

/** Calls the job again for a backlog that no run holds, because a call was lost or a run died. */
export async function reviveBacklog(tenant: TenantStore, backlog: BacklogItem, now: Date): Promise<void> {
  if ((backlog.leasedUntil ?? 0) >= now.getTime()) return;
  await wasCommitted(
    commit([
      update(
        backlogKey(tenant),
        { set: { revivedAt: now.getTime() } },
        {
          condition: {
            expression: '#position = :seen',
            names: { '#position': 'position' },
            values: { ':seen': backlog.position },
          },
          onConflict: 'retry',
        },
      ),
    ]),
  );
}
