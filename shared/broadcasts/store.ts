// Stored broadcasts: the record, its texts, its run, and what calls the job.

import { type Change, ifAbsent, put, remove } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { notFound } from '../errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../http/etag.ts';
import { createRunStore } from '../jobs/leased-run.ts';
import type { BroadcastItem, BroadcastRunItem } from './broadcast.ts';
import type { MessageContent } from './message-content.ts';

interface TextsItem extends MessageContent {
  readonly type: 'broadcast-texts';
}
/** Calls the job. */
interface StepItem {
  readonly type: 'broadcast-step';
  /** Another one for each call, so that the item changes. */
  readonly mark: string;
}

const partitionName = (id: string): string => `BROADCAST#${id}`;
const broadcastKey = (tenant: TenantStore, id: string): Key<BroadcastItem> =>
  tenant.key(partitionName(id), 'BROADCAST');
const textsKey = (tenant: TenantStore, id: string): Key<TextsItem> => tenant.key(partitionName(id), 'TEXTS');

/** Broadcasts, the latest last. */
export const broadcastsByDate = (tenant: TenantStore): Partition<BroadcastItem> =>
  tenant.listing('BROADCASTS');
export const broadcastSort = ({ createdDate, id }: BroadcastItem): string => `${createdDate}#${id}`;

/** The runs of broadcasts. */
export const broadcastRuns = createRunStore<BroadcastRunItem>(partitionName, 'BROADCAST-RUNS');

/** @throws Failure 404 */
export async function requireBroadcast(tenant: TenantStore, id: string): Promise<BroadcastItem> {
  const broadcast = await findBroadcast(tenant, id);
  if (!broadcast) throw notFound('broadcast', id);
  return broadcast;
}

/** One read. */
export const findBroadcast = (tenant: TenantStore, id: string): Promise<BroadcastItem | undefined> =>
  tenant.get(broadcastKey(tenant, id.toLowerCase()), { consistent: true });

/** The texts of a broadcast. One read. */
export async function loadTexts(tenant: TenantStore, id: string): Promise<MessageContent> {
  const texts = await tenant.get(textsKey(tenant, id), { consistent: true });
  if (!texts) throw new Error(`The broadcast ${id} has no texts`);
  return texts;
}

/** Stores a broadcast, as it was read as `before`. */
export const saveBroadcast = (
  tenant: TenantStore,
  before: BroadcastItem | undefined,
  after: BroadcastItem,
  ifMatch?: IfMatch,
): Change =>
  put(broadcastKey(tenant, after.id), after, {
    ...(before
      ? ifUnchanged(before.version, ifMatch)
      : { condition: ifAbsent, onConflict: 'retry' as const }),
    listed: { listing: broadcastsByDate(tenant), sort: broadcastSort(after) },
  });

/** Stores the texts of a draft. */
export const saveTexts = (tenant: TenantStore, id: string, { subject, mjml, text }: MessageContent): Change =>
  put(textsKey(tenant, id), {
    ...{ type: 'broadcast-texts', subject, mjml },
    ...(text !== undefined && { text }),
  });

/** Removes a draft. */
export const removeDraft = (
  tenant: TenantStore,
  { id, version }: BroadcastItem,
  ifMatch?: IfMatch,
): Change[] => [
  remove(broadcastKey(tenant, id), ifUnchanged(version, ifMatch)),
  remove(textsKey(tenant, id)),
];

/**
 * The changes by which the job settles who waits for a broadcast that is cancelled. A worker that has the run sees for itself that
 * it is cancelled.
 * @param now real time, by which broadcasts run
 */
export const callForCancelled = (
  tenant: TenantStore,
  run: BroadcastRunItem | undefined,
  now: Date,
  mark: string,
): Change[] =>
  run && run.heldBy === undefined
    ? [
        broadcastRuns.put(tenant, run, { ...run, dueAt: now.getTime(), version: run.version + 1 }),
        callJob(tenant, run.id, mark),
      ]
    : [];

/** Calls the job for a broadcast. */
export const callJob = (tenant: TenantStore, id: string, mark: string): Change =>
  put(tenant.key<StepItem>(partitionName(id), 'STEP'), { type: 'broadcast-step', mark });
