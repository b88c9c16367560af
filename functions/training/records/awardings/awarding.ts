// A run that awards an award to everybody with an active registration, one person for each transaction
// (docs/interface/training.md#awarding-many-people).
import { type Change, check, ifVersion, insert, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';

/**
 * | from       | when                                          | to         |
 * |------------|-----------------------------------------------|------------|
 * | InProgress | everybody is decided about                    | Done       |
 * | InProgress | somebody cancels it                           | Cancelled  |
 * | InProgress | deciding about a person fails again and again | Failed     |
 * | Failed     | somebody continues it                         | InProgress |
 */
export const awardingStatuses = ['InProgress', 'Done', 'Failed', 'Cancelled'] as const;

/** A run as it is stored. How far it is, is an item of its own, so that the change feed tells its end and not every person. */
export interface AwardingItem extends VersionedRecord {
  readonly type: 'awarding';
  readonly id: string;
  readonly awardId: string;
  readonly awardName: string;
  /** Whether it only says who would get the award. */
  readonly isPreview: boolean;
  readonly completedDate?: string | undefined;
  /** The subject who awards. */
  readonly requestedBy: string;
  readonly status: (typeof awardingStatuses)[number];
  /** Why it failed, and about whom it could not decide. */
  readonly failure?: { readonly reason: string; readonly personId: string } | undefined;
  readonly finishedDate?: string | undefined;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** How far a run is. */
export interface AwardingProgressItem {
  readonly type: 'awarding-progress';
  readonly examined: number;
  readonly awarded: number;
  readonly refused: number;
  /** Those of the page that was read, who are still to be decided about. */
  readonly pending: readonly string[];
  /** Where the next page begins. */
  readonly cursor?: string | undefined;
  readonly isLastPage: boolean;
  readonly version: number;
  readonly ttl: number;
}

/** A run and how far it is. */
export interface Awarding {
  readonly run: AwardingItem;
  readonly progress: AwardingProgressItem;
}

/** How long a run and its results are stored, in seconds. */
export const lifetime = 90 * 24 * 3600;

export const partitionName = (id: string): string => `AWARDING#${id}`;
const awardingKey = (tenant: TenantStore, id: string): Key<AwardingItem> =>
  tenant.key(partitionName(id), 'AWARDING');
const progressKey = (tenant: TenantStore, id: string): Key<AwardingProgressItem> =>
  tenant.key(partitionName(id), 'PROGRESS');

/** A new run. @param receivedAt real time, for its expiry */
export function buildAwarding(
  fields: Pick<AwardingItem, 'id' | 'awardId' | 'awardName' | 'isPreview' | 'completedDate' | 'requestedBy'>,
  now: Date,
  receivedAt: Date,
): Awarding {
  const ttl = Math.floor(receivedAt.getTime() / 1000) + lifetime;
  const moment = now.toISOString();
  return {
    run: {
      ...fields,
      ...{ type: 'awarding', status: 'InProgress', ttl },
      ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
    },
    progress: {
      type: 'awarding-progress',
      ...{ examined: 0, awarded: 0, refused: 0, pending: [], isLastPage: false, version: 1, ttl },
    },
  };
}

/** Stores a new run. */
export const insertAwarding = (tenant: TenantStore, { run, progress }: Awarding): Change[] => [
  insert(awardingKey(tenant, run.id), run),
  insert(progressKey(tenant, run.id), progress),
];

/** The next version of a run that was read as `before`. */
export const replaceRun = (tenant: TenantStore, before: AwardingItem, after: AwardingItem): Change =>
  put(awardingKey(tenant, after.id), after, { condition: ifVersion(before.version), onConflict: 'retry' });

/** Holds while the run goes on as it was read: nobody has cancelled or continued it. */
export const ifRunUnchanged = (tenant: TenantStore, { id, version }: AwardingItem): Change =>
  check(awardingKey(tenant, id), ifVersion(version), 'retry');

/** The next version of the progress of a run. */
export const replaceProgress = (
  tenant: TenantStore,
  id: string,
  before: AwardingProgressItem,
  after: AwardingProgressItem,
): Change =>
  put(
    progressKey(tenant, id),
    { ...after, version: before.version + 1 },
    { condition: ifVersion(before.version), onConflict: 'retry' },
  );

/** A run with its progress, read consistently at once; undefined when there is none. */
export async function findAwarding(tenant: TenantStore, id: string): Promise<Awarding | undefined> {
  const [run, progress] = await tenant.getMany<AwardingItem | AwardingProgressItem>(
    [awardingKey(tenant, id), progressKey(tenant, id)],
    { consistent: true },
  );
  return run?.type === 'awarding' && progress?.type === 'awarding-progress' ? { run, progress } : undefined;
}

/** @throws Failure 404 */
export async function requireAwarding(tenant: TenantStore, id: string): Promise<Awarding> {
  const found = await findAwarding(tenant, id);
  if (!found) throw notFound('awarding', id);
  return found;
}

/** The run in another status. */
export const changeRun = (
  before: AwardingItem,
  change: Pick<AwardingItem, 'status' | 'failure' | 'finishedDate'>,
  now: Date,
): AwardingItem => ({
  ...before,
  ...change,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** The cancelled run: who has the award keeps it. @throws Failure 409 when it has ended */
export function cancelRun(before: AwardingItem, now: Date): AwardingItem {
  if (before.status === 'Done' || before.status === 'Cancelled')
    throw conflict(`The run is ${before.status} since ${before.finishedDate}; there is nothing to cancel.`);
  return changeRun(
    before,
    { status: 'Cancelled', failure: before.failure, finishedDate: now.toISOString() },
    now,
  );
}

/** The failed run, which goes on. @throws Failure 409 when it has not failed */
export function continueRun(before: AwardingItem, now: Date): AwardingItem {
  if (before.status !== 'Failed')
    throw conflict(`The run is ${before.status}; only a run that failed can be continued.`);
  return changeRun(before, { status: 'InProgress', failure: undefined, finishedDate: undefined }, now);
}

/** A run in a response. */
export const presentAwarding = ({ run, progress }: Awarding) => ({
  id: run.id,
  awardId: run.awardId,
  awardName: run.awardName,
  isPreview: run.isPreview,
  completedDate: run.completedDate,
  status: run.status,
  examined: progress.examined,
  awarded: progress.awarded,
  refused: progress.refused,
  failure: run.failure,
  createdDate: run.createdDate,
  finishedDate: run.finishedDate,
});
