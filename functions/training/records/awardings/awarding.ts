// A run that awards an award to everybody with an active registration, one person for each transaction, and what it decided
// about each (docs/interface/training.md#awarding-many-people).
import { type Change, ifAbsent, ifVersion, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';

export const awardingStatuses = ['InProgress', 'Done', 'Cancelled'] as const;

/** A run as it is stored. */
export interface AwardingItem {
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
  readonly examined: number;
  readonly awarded: number;
  readonly refused: number;
  /** Those of the page that was read, who are still to be decided about. */
  readonly pending: readonly string[];
  /** Where the next page begins. */
  readonly cursor?: string | undefined;
  readonly isLastPage: boolean;
  readonly version: number;
  readonly createdDate: string;
  readonly finishedDate?: string | undefined;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** What was decided about one person. */
export interface AwardingResultItem {
  readonly type: 'awarding-result';
  readonly personId: string;
  readonly personName?: string | undefined;
  /** In a preview, whether they would get it. */
  readonly isAwarded: boolean;
  readonly certificationId?: string | undefined;
  readonly certificateNumber?: string | undefined;
  readonly validThrough?: string | undefined;
  readonly error?:
    | {
        readonly code: string;
        readonly message: string;
        readonly details: readonly {
          readonly code: string;
          readonly message: string;
          readonly target: string;
        }[];
      }
    | undefined;
  readonly ttl: number;
}

/** How long a run and its results are stored, in seconds. */
const lifetime = 90 * 24 * 3600;

const partitionName = (id: string): string => `AWARDING#${id}`;
export const awardingKey = (tenant: TenantStore, id: string): Key<AwardingItem> =>
  tenant.key(partitionName(id), 'AWARDING');

/** The results of a run, by person. */
export const awardingResults = (tenant: TenantStore, id: string): Partition<AwardingResultItem> =>
  tenant.partition(partitionName(id));
export const resultSort = ({ personId }: Pick<AwardingResultItem, 'personId'>): string =>
  `PERSON#${personId}`;

/** A new run. @param receivedAt real time, for its expiry */
export const buildAwarding = (
  run: Pick<AwardingItem, 'id' | 'awardId' | 'awardName' | 'isPreview' | 'completedDate' | 'requestedBy'>,
  now: Date,
  receivedAt: Date,
): AwardingItem => ({
  ...run,
  type: 'awarding',
  status: 'InProgress',
  ...{ examined: 0, awarded: 0, refused: 0, pending: [], isLastPage: false },
  version: 1,
  createdDate: now.toISOString(),
  ttl: Math.floor(receivedAt.getTime() / 1000) + lifetime,
});

/** Stores a run: a new one, or the next version of one that was read as `before`. */
export const putAwarding = (
  tenant: TenantStore,
  before: AwardingItem | undefined,
  after: AwardingItem,
): Change =>
  put(
    awardingKey(tenant, after.id),
    { ...after, version: (before?.version ?? 0) + 1 },
    { condition: before ? ifVersion(before.version) : ifAbsent, onConflict: 'retry' },
  );

/** Stores what was decided about a person. The erasure of the person finds it by the listing. */
export const putResult = (tenant: TenantStore, id: string, result: AwardingResultItem): Change =>
  put(tenant.key<AwardingResultItem>(partitionName(id), resultSort(result)), result, {
    condition: ifAbsent,
    onConflict: 'retry',
    listed: { listing: tenant.listing(`AWARDING-RESULTS-OF#${result.personId}`), sort: id },
  });

/** A run, read consistently. @throws Failure 404 */
export async function requireAwarding(tenant: TenantStore, id: string): Promise<AwardingItem> {
  const item = await tenant.get(awardingKey(tenant, id), { consistent: true });
  if (!item) throw notFound('awarding', id);
  return item;
}

/** The cancelled run: who has the award keeps it. @throws Failure 409 when it has ended */
export function cancelRun(before: AwardingItem, now: Date): AwardingItem {
  if (before.status !== 'InProgress')
    throw conflict(`The run is ${before.status} since ${before.finishedDate}; there is nothing to cancel.`);
  return { ...before, status: 'Cancelled', pending: [], finishedDate: now.toISOString() };
}

/** A run in a response. */
export const presentAwarding = (item: AwardingItem) => ({
  id: item.id,
  awardId: item.awardId,
  awardName: item.awardName,
  isPreview: item.isPreview,
  completedDate: item.completedDate,
  status: item.status,
  examined: item.examined,
  awarded: item.awarded,
  refused: item.refused,
  createdDate: item.createdDate,
  finishedDate: item.finishedDate,
});
