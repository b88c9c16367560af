// Reads the audience of a broadcast, its sources one after the other, in pages of people.
import type { Caller } from '../auth/access/access.ts';
import type { TenantItem } from '../auth/accounts/records.ts';
import type { Position, TenantStore } from '../data/store.ts';
import { countedMembers, groupPlaceKey } from '../directory/groups/group-members.ts';
import { type GroupItem, groupsById } from '../directory/groups/group-store.ts';
import { findPersonId, isVisible } from '../directory/groups/group-visibility.ts';
import { type MailingListItem, mailingLists } from '../directory/lists/mailing-list.ts';
import { queryMembers } from '../directory/lists/mailing-list-members.ts';
import { personEntries } from '../directory/people/person-entries.ts';
import { listDefinitions, requireDefinition } from '../directory/record/definition-store.ts';
import type { ErrorDetail } from '../errors/failure.ts';
import { unknownId } from '../errors/unknown-id.ts';
import type { FilterRule } from '../lists/filter-rules.ts';
import { resolveFilter, selectEntries } from '../people-filter/people-filter.ts';
import type { BroadcastContent, BroadcastItem, FollowUp } from './broadcast.ts';
import { isFollowed, listInvitees, queryRecipients, recipientSort } from './recipients.ts';

/** People of the audience, and where the next ones are; `next` is absent after the last ones of the source. */
export interface AudiencePage {
  readonly personIds: readonly string[];
  /** The list by which they were chosen, if it was one. */
  readonly listId?: string | undefined;
  /** Of recipients of an earlier broadcast, the lists by which that one chose them. */
  readonly formerListIds?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly next?: string | undefined;
}

/** The lists by which a page chooses a person. */
export const listChoosing = ({ listId, formerListIds }: AudiencePage, personId: string): readonly string[] =>
  listId === undefined ? (formerListIds?.get(personId) ?? []) : [listId];

/** People of a static list, and short entries of people that are filtered, in a page. */
const MEMBERS = 100;
const ENTRIES = 300;

interface AudienceContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
}

/** Who names an audience. */
interface CallerContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
}

async function readFiltered(
  context: AudienceContext,
  filterBody: Readonly<Record<string, unknown>>,
  after: string | undefined,
): Promise<AudiencePage> {
  const filterRules = (filterBody.filterRules ?? []) as readonly FilterRule[];
  const filter = await resolveFilter(context, { filterRules, isActive: true });
  const { items, next } = await context.tenant.query(personEntries(context.tenant), {
    limit: ENTRIES,
    ...(after !== undefined && { after: JSON.parse(after) as Position }),
  });
  const selected = selectEntries(items, filter, { sortBy: 'name', sortDirection: 'asc' });
  return { personIds: selected.map(({ id }) => id), next: next && JSON.stringify(next) };
}

/** Who gets a broadcast. */
export type AudienceSources = Pick<BroadcastContent, 'listIds' | 'groupIds' | 'filterBody' | 'followUp'> & {
  /** The broadcast that names people, or the people. */
  readonly invitees?:
    | { readonly broadcastId: string }
    | { readonly personIds: readonly string[] }
    | undefined;
};

/** The sources of a broadcast. */
export const listSources = ({
  id,
  listIds,
  groupIds,
  filterBody,
  hasInvitees,
  followUp,
}: BroadcastItem): AudienceSources => ({
  ...{ listIds, groupIds, filterBody, followUp },
  ...(hasInvitees && { invitees: { broadcastId: id } }),
});

type ReadSource = (after: string | undefined) => Promise<AudiencePage>;

/** Members of a group. One that was deactivated has come to an end and has none. */
async function readGroup(
  { tenant }: AudienceContext,
  groupId: string,
  after: string | undefined,
): Promise<AudiencePage> {
  const [group] = await groupsById(tenant, [groupId]);
  if (!group || group.isActive === false) return { personIds: [] };
  const { items, next } = await tenant.query(countedMembers(tenant, groupId).listing, {
    limit: MEMBERS,
    ...(after !== undefined && { after: JSON.parse(after) as Position }),
  });
  return { personIds: items.map(({ personId }) => personId), next: next && JSON.stringify(next) };
}

const planGroups = (context: AudienceContext, groupIds: readonly string[] = []): ReadSource[] =>
  groupIds.map(
    (id): ReadSource =>
      (after) =>
        readGroup(context, id, after),
  );

const planFilter = (
  context: AudienceContext,
  filterBody: Readonly<Record<string, unknown>> | undefined,
): ReadSource[] => (filterBody ? [(after) => readFiltered(context, filterBody, after)] : []);

async function readMembers(
  { tenant }: AudienceContext,
  listId: string,
  after: string | undefined,
): Promise<AudiencePage> {
  const { items, next } = await queryMembers(tenant, listId, MEMBERS + 1, after);
  const members = items.filter(({ personId }) => `MEMBER#${personId}` !== after);
  return { personIds: members.map(({ personId }) => personId), next: next?.sk };
}

/** The groups of a dynamic list, then its filter; without either the people who were added. */
function planList(context: AudienceContext, list: MailingListItem): ReadSource[] {
  if (list.kind === 'static') return [(after) => readMembers(context, list.id, after)];
  return [...planGroups(context, list.groupIds), ...planFilter(context, list.filterBody)];
}

/** Where a part of a list begins; the position in the first one stands for itself. */
const partPattern = /^PART#(\d+)#(.*)$/s;
const formatPart = (part: number, after: string | undefined): string | undefined =>
  part === 0 ? after : `PART#${part}#${after ?? ''}`;

async function readList(
  context: AudienceContext,
  listId: string,
  position: string | undefined,
): Promise<AudiencePage> {
  const plan = planList(context, await requireDefinition(context.tenant, mailingLists, listId, 'listIds'));
  const [, number, rest] = partPattern.exec(position ?? '') ?? [];
  const part = Number(number ?? 0);
  const page = await plan[part]?.(number === undefined ? position : rest || undefined);
  const next =
    page?.next !== undefined
      ? formatPart(part, page.next)
      : part + 1 < plan.length
        ? formatPart(part + 1, undefined)
        : undefined;
  return { personIds: page?.personIds ?? [], listId, next };
}

/** Recipients of an earlier broadcast. Who left the lists by which they were chosen then gets no more by them. */
async function readFollowed(
  { tenant }: AudienceContext,
  { broadcastId, recipients }: FollowUp,
  after: string | undefined,
): Promise<AudiencePage> {
  const { items } = await queryRecipients(tenant, broadcastId, MEMBERS + 1, after);
  const followed = items
    .filter((recipient) => recipientSort(recipient) !== after)
    .filter((recipient) => isFollowed(recipient, recipients));
  const last = items.at(-1);
  return {
    personIds: followed.map(({ personId }) => personId),
    formerListIds: new Map(followed.map(({ personId, listIds }) => [personId, listIds])),
    ...(last && items.length > MEMBERS && { next: recipientSort(last) }),
  };
}

/** How each source is read: the lists, the groups, the people who are named, the filter, and who got an earlier broadcast. */
const planSources = (
  context: AudienceContext,
  { listIds, groupIds, invitees, filterBody, followUp }: AudienceSources,
): ReadSource[] => [
  ...listIds.map(
    (id): ReadSource =>
      (after) =>
        readList(context, id, after),
  ),
  ...planGroups(context, groupIds),
  ...(invitees
    ? [
        async () => ({
          personIds:
            'personIds' in invitees
              ? invitees.personIds
              : await listInvitees(context.tenant, invitees.broadcastId),
        }),
      ]
    : []),
  ...planFilter(context, filterBody),
  ...(followUp ? [(after: string | undefined) => readFollowed(context, followUp, after)] : []),
];

/** A page of a source of an audience, with the number of sources. A filter whose custom field was removed selects nobody by it. */
export async function readAudience(
  context: AudienceContext,
  audience: AudienceSources,
  source: number,
  after: string | undefined,
): Promise<AudiencePage & { readonly sources: number }> {
  const plan = planSources(context, audience);
  const page = (await plan[source]?.(after)) ?? { personIds: [] };
  return { ...page, sources: plan.length };
}

/** The groups with these ids that a caller sees. One round trip. */
async function loadVisibleGroups(
  { tenant, caller }: CallerContext,
  groupIds: readonly string[],
): Promise<GroupItem[]> {
  const personId = findPersonId(caller);
  const [groups, places] = await Promise.all([
    groupsById(tenant, groupIds),
    personId === undefined || groupIds.length === 0
      ? []
      : tenant.getMany(groupIds.map((id) => groupPlaceKey(tenant, id, personId))),
  ]);
  return groups.filter((group) => {
    const place = places.find((each) => each?.groupId === group.id);
    return isVisible(caller, { group, membership: place?.type === 'group-member' ? place : undefined });
  });
}

/**
 * What is wrong with the lists and groups of an audience: unknown or inactive ones. A group that the caller does not see is
 * unknown: who names one learns from the recipients who its members are.
 */
export async function checkAudience(
  context: CallerContext,
  { listIds, groupIds = [] }: Pick<AudienceSources, 'listIds' | 'groupIds'>,
  prefix = '',
): Promise<ErrorDetail[]> {
  const [lists, groups] = await Promise.all([
    listIds.length > 0 ? listDefinitions(context.tenant, mailingLists) : [],
    loadVisibleGroups(context, groupIds),
  ]);
  const check =
    (
      what: string,
      name: string,
      found: readonly {
        readonly id: string;
        readonly name: string;
        readonly isActive?: boolean | undefined;
      }[],
    ) =>
    (id: string, index: number): ErrorDetail[] => {
      const target = `${prefix}${name}[${index}]`;
      const record = found.find((each) => each.id === id);
      if (!record) return [unknownId(what, id, target)];
      return record.isActive === false
        ? [{ code: 'NOT_ALLOWED', message: `${record.name} is inactive.`, target }]
        : [];
    };
  return [
    ...listIds.flatMap(check('mailing list', 'listIds', lists)),
    ...groupIds.flatMap(check('group', 'groupIds', groups)),
  ];
}
