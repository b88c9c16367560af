// Stored erasures of people: how far each has come, and what it did. What the person is found by goes with its end.
import { type Change, ifAbsent, ifVersion, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { ErasedCount } from '../../../../shared/directory/person-data/erase-group.ts';
import { personErasureKey } from '../../../../shared/directory/person-data/erasure-key.ts';
import type { PersonIdentity } from '../../../../shared/directory/person-data/identity.ts';

/** Where a call of the function stopped; another one continues there. */
export interface ErasureProgress {
  /** What has a listing by person, then the change feed, then files. */
  readonly phase: 'data' | 'changes' | 'files';
  /** The last place of the change feed, or among the files, that was done. */
  readonly after?: string | undefined;
}

/**
 * The erasure of a person.
 *
 * | from     | event                                     | to       |
 * |----------|-------------------------------------------|----------|
 * | (none)   | requested                                 | running  |
 * | running  | everything was looked through             | settling |
 * | settling | and once more, when no request can write any more | done |
 */
export interface PersonErasureItem {
  readonly type: 'person-erasure';
  readonly id: string;
  /**
   * The function works while it is `running`. It is `settling` until no request can still write what it read before the
   * erasure: then everything is looked through once more.
   */
  readonly status: 'running' | 'settling' | 'done';
  /** Differs from call to call, so that each is a change, which calls the function. */
  readonly mark: string;
  readonly version: number;
  readonly requestedDate: string;
  /** By the platform's clock, unlike `requestedDate`. */
  readonly startedAt: string;
  /** The subject. */
  readonly requestedBy: string;
  readonly finishedDate?: string | undefined;
  readonly progress: ErasureProgress;
  readonly counts: Readonly<Record<string, ErasedCount>>;
  /** How many items of a type name the person and stay as they are, in the last time through; absent in earlier reports. */
  readonly kept?: Readonly<Record<string, number>> | undefined;
  /** What the person is found by, and the id that stands for them in what stays; absent once it is done. */
  readonly open?: { readonly identity: PersonIdentity; readonly pseudonym: string } | undefined;
}

const erasureKey = (tenant: TenantStore, id: string): Key<PersonErasureItem> => personErasureKey(tenant, id);

/** Erasures that are not done. */
export const openErasures = (tenant: TenantStore): Partition<PersonErasureItem> =>
  tenant.dueListing('PERSON-ERASURES');

/** They are due as soon as they begin. */
export const openErasuresDue = { listing: 'PERSON-ERASURES', moment: 'ISO 8601' } as const;

/** The erasure of this person. One read. */
export const erasureOfPerson = (tenant: TenantStore, id: string): Promise<PersonErasureItem | undefined> =>
  tenant.get(erasureKey(tenant, id), { consistent: true });

/** Writes an erasure that was read as `before`; while it is open, it is listed for the scheduled function. */
export const putErasure = (
  tenant: TenantStore,
  before: Pick<PersonErasureItem, 'version'> | undefined,
  after: Omit<PersonErasureItem, 'type' | 'version'>,
): Change =>
  put(
    erasureKey(tenant, after.id),
    { ...after, type: 'person-erasure', version: (before?.version ?? 0) + 1 },
    {
      condition: before ? ifVersion(before.version) : ifAbsent,
      onConflict: 'retry',
      // What a person is found by is a part of the record.
      isCopy: true,
      ...(after.status !== 'done' && {
        listed: { listing: openErasures(tenant), sort: `${after.startedAt}#${after.id}` },
      }),
    },
  );

/** The content of a stored erasure, without what says where it is stored. */
export const pickErasure = (item: PersonErasureItem): Omit<PersonErasureItem, 'type' | 'version'> => ({
  id: item.id,
  status: item.status,
  mark: item.mark,
  requestedDate: item.requestedDate,
  startedAt: item.startedAt,
  requestedBy: item.requestedBy,
  ...(item.finishedDate !== undefined && { finishedDate: item.finishedDate }),
  progress: item.progress,
  counts: item.counts,
  ...(item.kept && { kept: item.kept }),
  ...(item.open && { open: item.open }),
});
