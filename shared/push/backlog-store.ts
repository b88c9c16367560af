// The backlog of a tenant: from where on the changes of its feed are sent by a job, because the feed had no time, or the
// second no room, to send them as they happened.
import { type Change, commitUnlessStale, insert, remove, update } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { Key, TenantStore } from '../data/store.ts';
import {
  type BacklogItem,
  backlogSort,
  type PartialDelivery,
  subscribersPartition,
} from './subscriber-connections.ts';

/** How long a run holds it after it was last saved; longer than a function may run. */
export const leaseMilliseconds = 90_000;

const backlogKey = (tenant: TenantStore): Key<BacklogItem> => tenant.key(subscribersPartition, backlogSort);

const findBacklog = (tenant: TenantStore): Promise<BacklogItem | undefined> =>
  tenant.get(backlogKey(tenant), { consistent: true });

/** The positions of the first and the last of some changes. */
export interface FeedRange {
  readonly first: string;
  readonly last: string;
}

/**
 * How many connections' counts a backlog remembers, of the latest deliveries: some 30 bytes each, of the 400 KB of an item. At
 * least the latest is remembered whole (shared/limits/tiers.ts has fewer connections). Whoever got what a forgotten delivery
 * says may get it again.
 */
export const maxRememberedCounts = 5_000;

function addDelivery(
  { delivered = [] }: Pick<BacklogItem, 'delivered'>,
  delivery: PartialDelivery | undefined,
): readonly PartialDelivery[] {
  if (!delivery) return delivered;
  let remembered = 0;
  const latest = [...delivered, delivery].reverse().filter(({ counts }) => {
    remembered += Object.keys(counts).length;
    return remembered <= maxRememberedCounts;
  });
  return latest.reverse();
}

const ifUnchanged = ({ position, last }: BacklogItem) => ({
  condition: {
    expression: '#position = :seenPosition AND #last = :seenLast',
    names: { '#position': 'position', '#last': 'last' },
    values: { ':seenPosition': position, ':seenLast': last },
  },
  onConflict: 'retry' as const,
});

/** The changes that extend a backlog by others; none where it has them already, because it ends behind them. */
function extendBacklog(
  tenant: TenantStore,
  before: BacklogItem,
  { first, last }: FeedRange,
  delivery?: PartialDelivery,
): Change[] {
  const position = first < before.position ? first : before.position;
  const extended = last > before.last ? last : before.last;
  if (position === before.position && extended === before.last && !delivery) return [];
  const set = {
    ...{ position, last: extended },
    ...(delivery && { delivered: addDelivery(before, delivery) }),
  };
  return [update(backlogKey(tenant), { set }, ifUnchanged(before))];
}

/**
 * Leaves changes to the job, which a new or changed backlog calls.
 * @param delivery what some connections have of them already
 */
export async function handOver(
  tenant: TenantStore,
  range: FeedRange,
  delivery?: PartialDelivery,
): Promise<void> {
  await decideAndCommit(async () => {
    const before = await findBacklog(tenant);
    if (before) return { changes: extendBacklog(tenant, before, range, delivery) };
    const { first: position, last } = range;
    const item = { type: 'push-backlog', position, last } as const;
    return {
      changes: [insert(backlogKey(tenant), { ...item, ...(delivery && { delivered: [delivery] }) })],
    };
  });
}

/**
 * Leaves changes to the job that sends the backlog, if it has not ended meanwhile: a backlog that has got more changes
 * does not end before they are sent.
 * @returns whether they are left to it; if not, everything before them was sent
 */
export async function leaveToJob(tenant: TenantStore, range: FeedRange): Promise<boolean> {
  let isLeft = false;
  await decideAndCommit(async () => {
    const before = await findBacklog(tenant);
    isLeft = before !== undefined;
    return { changes: before ? extendBacklog(tenant, before, range) : [] };
  });
  return isLeft;
}

/** Takes the backlog for a run; undefined when there is none, or another run has it. */
export async function takeBacklog(
  tenant: TenantStore,
  lease: string,
  now: Date,
): Promise<BacklogItem | undefined> {
  const isTaken = await commitUnlessStale([
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
  ]);
  return isTaken ? findBacklog(tenant) : undefined;
}

/** Held by the run, and from the same position on. */
const ifHeld = ({ lease, position }: BacklogItem) => ({
  condition: {
    expression: '#lease = :seenLease AND #position = :seenPosition',
    names: { '#lease': 'lease', '#position': 'position' },
    values: { ':seenLease': lease, ':seenPosition': position },
  },
  onConflict: 'retry' as const,
});

/** Held by the run, and nothing was added. */
const ifSeen = ({ lease, position, last }: BacklogItem) => ({
  condition: {
    expression: '#lease = :seenLease AND #position = :seenPosition AND #last = :seenLast',
    names: { '#lease': 'lease', '#position': 'position', '#last': 'last' },
    values: { ':seenLease': lease, ':seenPosition': position, ':seenLast': last },
  },
  onConflict: 'retry' as const,
});

/** The backlog as it is now, if the run still holds it. */
async function findOwn(tenant: TenantStore, lease: string | undefined): Promise<BacklogItem | undefined> {
  const found = await findBacklog(tenant);
  return found?.lease === lease ? found : undefined;
}

/**
 * Saves how far a run has come. When the feed has handed over an earlier change meanwhile, nothing is saved.
 * @returns the backlog as it is now; undefined when another run has it
 */
export async function saveProgress(
  tenant: TenantStore,
  seen: BacklogItem,
  position: string,
  now: Date,
  delivery?: PartialDelivery,
): Promise<BacklogItem | undefined> {
  const set = {
    ...{ position, leasedUntil: now.getTime() + leaseMilliseconds },
    ...(delivery && { delivered: addDelivery(seen, delivery) }),
  };
  await commitUnlessStale([update(backlogKey(tenant), { set }, ifHeld(seen))]);
  return findOwn(tenant, seen.lease);
}

/** Removes a backlog that was sent; returns what the feed has added meanwhile, if it has. */
export const finishBacklog = async (
  tenant: TenantStore,
  seen: BacklogItem,
): Promise<BacklogItem | undefined> =>
  (await commitUnlessStale([remove(backlogKey(tenant), ifSeen(seen))]))
    ? undefined
    : findOwn(tenant, seen.lease);

/** Gives a backlog back, for the next run, which this change calls. */
export const releaseBacklog = async (tenant: TenantStore, { lease }: BacklogItem): Promise<void> => {
  await commitUnlessStale([
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
  ]);
};

/** Calls the job again for a backlog that no run holds, because a call was lost or a run died. */
export async function reviveBacklog(tenant: TenantStore, backlog: BacklogItem, now: Date): Promise<void> {
  if ((backlog.leasedUntil ?? 0) >= now.getTime()) return;
  await commitUnlessStale([
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
  ]);
}
