// By which sources of an audience people are chosen, as the audience is now: the same as reading it (audience.ts), for people who
// are known.
import type { TenantItem } from '../auth/accounts/records.ts';
import type { TenantStore } from '../data/store.ts';
import { groupPlaceKey } from '../directory/groups/group-members.ts';
import { groupsById } from '../directory/groups/group-store.ts';
import { mailingLists } from '../directory/lists/mailing-list.ts';
import { findMembers } from '../directory/lists/mailing-list-members.ts';
import type { PersonItem } from '../directory/people/person-store.ts';
import { requireDefinition } from '../directory/record/definition-store.ts';
import type { FilterRule } from '../lists/filter-rules.ts';
import { resolveFilter, selectPeople } from '../people-filter/people-filter.ts';
import type { AudienceSources } from './audience.ts';
import type { Excluded, FollowUp } from './broadcast.ts';
import { isFollowed, isReached, listInvitees, recipientKey } from './recipients.ts';

/** Where a person stands in an audience. */
export interface AudiencePlace {
  /** The number of the first source by which the person is chosen; undefined for who is not in the audience. */
  readonly source: number | undefined;
  /** The lists by which the person is chosen. */
  readonly listIds: readonly string[];
}

interface PlaceContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
}

/** The ids of those of some people whom a source chooses. */
type Choose = (people: readonly PersonItem[]) => Promise<ReadonlySet<string>>;

/** The members among people. A group that was deactivated has none. */
async function chooseByGroup({ tenant }: PlaceContext, groupId: string): Promise<Choose> {
  const [group] = await groupsById(tenant, [groupId]);
  if (!group || group.isActive === false) return async () => new Set();
  return async (people) => {
    const places = await tenant.getMany(people.map(({ id }) => groupPlaceKey(tenant, groupId, id)));
    return new Set(places.flatMap((place) => (place?.type === 'group-member' ? [place.personId] : [])));
  };
}

async function chooseByFilter(
  context: PlaceContext,
  filterBody: Readonly<Record<string, unknown>>,
): Promise<Choose> {
  const filterRules = (filterBody.filterRules ?? []) as readonly FilterRule[];
  const filter = await resolveFilter(context, { filterRules, isActive: true });
  return async (people) => new Set(selectPeople(context.tenant, people, filter).map(({ id }) => id));
}

/** Whom any of some sources chooses. */
const chooseByAny =
  (parts: readonly Choose[]): Choose =>
  async (people) =>
    new Set((await Promise.all(parts.map((part) => part(people)))).flatMap((chosen) => [...chosen]));

async function chooseByList(context: PlaceContext, listId: string): Promise<Choose> {
  const list = await requireDefinition(context.tenant, mailingLists, listId, 'listIds');
  if (list.kind === 'static')
    return async (people) => {
      const ids = people.map(({ id }) => id);
      const members = await findMembers(context.tenant, listId, ids);
      return new Set(members.flatMap((member) => (member ? [member.personId] : [])));
    };
  return chooseByAny(
    await Promise.all([
      ...(list.groupIds ?? []).map((id) => chooseByGroup(context, id)),
      ...(list.filterBody ? [chooseByFilter(context, list.filterBody)] : []),
    ]),
  );
}

async function chooseByName(
  { tenant }: PlaceContext,
  invitees: NonNullable<AudienceSources['invitees']>,
): Promise<Choose> {
  const ids = new Set(
    'personIds' in invitees ? invitees.personIds : await listInvitees(tenant, invitees.broadcastId),
  );
  return async (people) => new Set(people.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
}

/** The recipients of an earlier broadcast among people, with the lists by which they were chosen then. */
const findFollowed =
  ({ tenant }: PlaceContext, { broadcastId, recipients }: FollowUp) =>
  async (people: readonly PersonItem[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const found = await tenant.getMany(people.map(({ id }) => recipientKey(tenant, broadcastId, id)));
    return new Map(
      found.flatMap((former) =>
        former && isFollowed(former, recipients) ? [[former.personId, former.listIds]] : [],
      ),
    );
  };

/** Whom an earlier broadcast reaches. */
const chooseByBroadcast =
  ({ tenant }: PlaceContext, broadcastId: string): Choose =>
  async (people) => {
    const found = await tenant.getMany(people.map(({ id }) => recipientKey(tenant, broadcastId, id)));
    return new Set(found.flatMap((former) => (former && isReached(former) ? [former.personId] : [])));
  };

/** Why a person in an audience is excluded from it. */
export interface Exclusion {
  readonly reason: 'excluded-list' | 'excluded-group' | 'excluded-broadcast';
  /** The list, the group or the broadcast. */
  readonly excludedBy: string;
}

/**
 * What finds who of some people is excluded, by id: on a list, in a group, or reached by an earlier broadcast, in this order.
 * It reads as `openAudiencePlaces` does, and nothing where nothing is excluded.
 */
export async function openExclusions(
  context: PlaceContext,
  excluded: Excluded | undefined,
): Promise<(people: readonly PersonItem[]) => Promise<ReadonlyMap<string, Exclusion>>> {
  const { listIds = [], groupIds = [], broadcastIds = [] } = excluded ?? {};
  const parts = await Promise.all([
    ...listIds.map(async (id) => ({
      exclusion: { reason: 'excluded-list', excludedBy: id } as const,
      choose: await chooseByList(context, id),
    })),
    ...groupIds.map(async (id) => ({
      exclusion: { reason: 'excluded-group', excludedBy: id } as const,
      choose: await chooseByGroup(context, id),
    })),
    ...broadcastIds.map((id) => ({
      exclusion: { reason: 'excluded-broadcast', excludedBy: id } as const,
      choose: chooseByBroadcast(context, id),
    })),
  ]);
  return async (people) => {
    const found = await Promise.all(
      parts.map(async ({ exclusion, choose }) =>
        [...(await choose(people))].map((id) => [id, exclusion] as const),
      ),
    );
    // The first one that excludes a person is named.
    return new Map<string, Exclusion>(found.toReversed().flat());
  };
}

/**
 * What says where people stand in an audience; its sources are in the order in which it is read. A query for the lists and some
 * reads first, then a read for each static list and group of a person.
 */
export async function openAudiencePlaces(
  context: PlaceContext,
  { listIds, groupIds = [], invitees, filterBody, followUp }: AudienceSources,
): Promise<(people: readonly PersonItem[]) => Promise<AudiencePlace[]>> {
  const sources = await Promise.all([
    ...listIds.map((id) => chooseByList(context, id)),
    ...groupIds.map((id) => chooseByGroup(context, id)),
    ...(invitees ? [chooseByName(context, invitees)] : []),
    ...(filterBody ? [chooseByFilter(context, filterBody)] : []),
  ]);
  const follow = followUp && findFollowed(context, followUp);
  return async (people) => {
    const [followed, ...chosen] = await Promise.all([
      follow?.(people) ?? new Map<string, readonly string[]>(),
      ...sources.map((choose) => choose(people)),
    ]);
    return people.map(({ id }) => {
      const source = [...chosen, followed].findIndex((ids) => ids.has(id));
      const own = listIds.filter((_, index) => chosen[index]?.has(id));
      return {
        source: source < 0 ? undefined : source,
        listIds: [...new Set([...own, ...(followed.get(id) ?? [])])],
      };
    });
  };
}
