// People in series: how far each has come, listed by when the next mail is due.
import {
  type Change,
  ifAbsent,
  ifVersion,
  type ListingAttributes,
  listingAttributes,
  put,
  remove,
} from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { RefusalReason } from '../mail-consent/consent.ts';

/** Why a person is no longer in a series. */
export type LeaveReason = RefusalReason | 'by-request' | 'no-longer-on-list' | 'series-ended';

/**
 * A person in a series, once.
 *
 * | from          | event                                            | to      |
 * |---------------|--------------------------------------------------|---------|
 * | (none), left  | enters                                           | waiting |
 * | waiting       | the last step is reached                         | done    |
 * | waiting       | leaves: by request, opt-out, removal, its end    | left    |
 *
 * It goes with the record of the person. Of two who are merged one continues, with the steps that either has had.
 */
export interface SeriesMemberItem {
  readonly type: 'mail-series-member';
  readonly seriesId: string;
  readonly personId: string;
  readonly status: 'waiting' | 'done' | 'left';
  /** The list by which the person entered; none for who was entered by request. */
  readonly listIds: readonly string[];
  /** ISO 8601 UTC. */
  readonly enteredDate: string;
  /** From when the delay of the next step counts, in epoch milliseconds: the former step, or when the person entered. */
  readonly since: number;
  /** The next step. */
  readonly stepId?: string | undefined;
  /** Epoch milliseconds; absent while the series is paused. */
  readonly dueAt?: number | undefined;
  /** The steps that the person has reached, the first one first. */
  readonly taken: readonly string[];
  readonly reason?: LeaveReason | undefined;
  readonly leftDate?: string | undefined;
  readonly version: number;
}

const membersName = (seriesId: string): string => `MAIL-SERIES-MEMBERS#${seriesId}`;
export const seriesMemberKey = (
  tenant: TenantStore,
  seriesId: string,
  personId: string,
): Key<SeriesMemberItem> => tenant.key(membersName(seriesId), `PERSON#${personId}`);
/** The place of a member among those of the series. */
export const seriesMemberSort = ({ personId }: Pick<SeriesMemberItem, 'personId'>): string =>
  `PERSON#${personId}`;

/** The people in a series after a place, by id. */
export const querySeriesMembers = (tenant: TenantStore, seriesId: string, limit: number, after?: string) =>
  tenant.query(tenant.partition<SeriesMemberItem>(membersName(seriesId)), {
    ...{ from: after ?? 'PERSON#', to: 'PERSON#~', limit, consistent: true },
  });

/** Steps as work that is due. */
export const dueMembersKind = { listing: 'MAIL-SERIES-STEPS', moment: 'milliseconds' } as const;
const dueMembers = (tenant: TenantStore): Partition<SeriesMemberItem> =>
  tenant.dueListing(dueMembersKind.listing);

/** People of any series whose next step is due, the oldest first. Read from the index, which may be behind. */
export const listDueMembers = async (
  tenant: TenantStore,
  now: Date,
  limit: number,
): Promise<readonly SeriesMemberItem[]> =>
  (await tenant.query(dueMembers(tenant), { to: `${formatDueTime(now.getTime())}~`, limit })).items;

const listMember = (tenant: TenantStore, { seriesId, personId, dueAt }: SeriesMemberItem) =>
  dueAt === undefined
    ? undefined
    : { listing: dueMembers(tenant), sort: `${formatDueTime(dueAt)}#${seriesId}#${personId}` };

/** The attributes by which a member is listed; none for who waits for nothing. */
export function listMemberAttributes(
  tenant: TenantStore,
  member: SeriesMemberItem,
): ListingAttributes | undefined {
  const listed = listMember(tenant, member);
  return listed && listingAttributes(seriesMemberKey(tenant, member.seriesId, member.personId), listed);
}

/** Removes a member whose series is gone, as it was read. */
export const removeMember = (tenant: TenantStore, member: SeriesMemberItem): Change =>
  remove(seriesMemberKey(tenant, member.seriesId, member.personId), {
    ...{ condition: ifVersion(member.version), onConflict: 'retry' },
  });

/** Stores a member, as it was read as `before`. */
export function saveMember(
  tenant: TenantStore,
  before: SeriesMemberItem | undefined,
  change: Omit<SeriesMemberItem, 'version'>,
): Change {
  const after = { ...change, version: (before?.version ?? 0) + 1 };
  const listed = listMember(tenant, after);
  return put(seriesMemberKey(tenant, after.seriesId, after.personId), after, {
    ...{ condition: before ? ifVersion(before.version) : ifAbsent, onConflict: 'retry' },
    ...(listed && { listed }),
  });
}
