// Two items that would have the same place after a merge become one, by the rule of their type.
import { type Change, ifVersion, update } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { type Choices, uniteChoices } from '../../mail-consent/consent.ts';
import type { MovedItem } from '../../merges/merge-steps.ts';
import { omitKey, pickAttributes, removeItem } from '../../merges/replace-item.ts';
import { type StoredItem, toKey, toPlace } from '../../merges/stored-item.ts';
import { changeSize } from '../lists/mailing-list-members.ts';
import { campaignFigureNames } from '../officials/campaign-figures.ts';
import { countParticipants, type ParticipationItem } from '../officials/campaign-participation.ts';
import { joinRecipients } from './join-recipients.ts';
import { joinSeriesMembers } from './join-series-members.ts';
import { text } from './person-references.ts';

/** What follows, besides that the removed record's item goes: changes, and what an undo must know of them. */
interface Joined extends Partial<Pick<MovedItem, 'before' | 'after' | 'added' | 'listId'>> {
  readonly changes?: readonly Change[];
}

/** Joins the item of the removed record with the one of the remaining record; undefined when both have to stay. */
type JoinRule = (tenant: TenantStore, item: StoredItem, existing: StoredItem) => Joined | undefined;

/** The remaining record's item stays as it is. */
const keepExisting: JoinRule = () => ({});

/** The counts of both are added. */
const addCounts =
  (names: readonly string[]): JoinRule =>
  (tenant, item, existing) => {
    const added = Object.fromEntries(
      names.flatMap((name) => (typeof item[name] === 'number' ? [[name, item[name]]] : [])),
    );
    return { changes: [update(toKey(tenant, existing), { add: added })], added };
  };

/** Both are in the group: it has one member less, whom it keeps as an owner. */
const joinMembers: JoinRule = (tenant, item, existing) => {
  const wasAdded = item.byHand === true || item.byFilter === undefined;
  const set = {
    ...(item.isOwner && !existing.isOwner ? { isOwner: true } : {}),
    ...(wasAdded && existing.byFilter && !existing.byHand ? { byHand: true } : {}),
  };
  const changes = Object.keys(set).length === 0 ? [] : [update(toKey(tenant, existing), { set })];
  return { changes, after: set };
};

/** One was taken out of the group: what it says about the remaining person stays, unless it would lose an owner. */
const keepGroupPlace: JoinRule = (_, item) => (item.isOwner ? undefined : {});

/** A claim on a class without a live registration gives way to one that has one. */
const joinClaims: JoinRule = (tenant, item, existing) => {
  if (existing.registrationId !== undefined) return undefined;
  const set = pickAttributes(item, ['registrationId']);
  const condition = { expression: 'attribute_not_exists(#live)', names: { '#live': 'registrationId' } };
  return {
    changes: [update(toKey(tenant, existing), { set }, { condition, onConflict: 'retry' })],
    after: set,
  };
};

/** What either of them refused stays refused; an undo takes back what the remaining person had not decided. */
const joinChoices: JoinRule = (tenant, item, existing) => {
  const set = { ...uniteChoices(existing as Choices, item as Choices) };
  const version = Number(existing.version);
  return {
    changes: [
      update(
        toKey(tenant, existing),
        { set: { ...set, version: version + 1 } },
        { condition: ifVersion(version), onConflict: 'retry' },
      ),
    ],
    after: Object.fromEntries(Object.entries(set).filter(([name]) => existing[name] === undefined)),
  };
};

const rules: Readonly<Record<string, JoinRule>> = {
  instructor: addCounts(['classes', 'bookings']),
  'discount-code-person': addCounts(['count']),
  'campaign-figures': addCounts(campaignFigureNames),
  'group-member': (tenant, item, existing) =>
    (existing.type === 'group-member' ? joinMembers : keepGroupPlace)(tenant, item, existing),
  'group-exclusion': keepGroupPlace,
  'class-claim': joinClaims,
  'mail-consent': joinChoices,
  // One of them is no participant of their own. The letters stay.
  'campaign-participation': (tenant, item) => ({
    changes: countParticipants(tenant, item as unknown as ParticipationItem, -1),
  }),
  // The list has a member less.
  'mailing-list-member': (tenant, item) => {
    const listId = text(item.listId);
    return { changes: [changeSize(tenant, listId, -1)], listId };
  },
  'broadcast-recipient': joinRecipients,
  'mail-series-member': (tenant, item, existing) => ({ changes: joinSeriesMembers(tenant, item, existing) }),
  // One person has a position or a relationship once at a time (repeated-items.ts).
  membership: keepExisting,
  'political-relationship': keepExisting,
  // Both asked to join the group, were to get the broadcast, took part in the contact, or wrote to the official.
  'group-request': keepExisting,
  'broadcast-invitee': keepExisting,
  'official-contact-person': keepExisting,
  'campaign-letter': keepExisting,
};

/** The changes for an item whose place the other record has already; undefined when both have to stay. */
export function joinItems(
  tenant: TenantStore,
  item: StoredItem,
  existing: StoredItem,
): { readonly changes: readonly Change[]; readonly moved: MovedItem } | undefined {
  const itemType = item.type ?? '';
  const joined = rules[itemType]?.(tenant, item, existing);
  if (joined === undefined) return undefined;
  const { changes = [], after = {}, added = {}, ...rest } = joined;
  const moved = { itemType, from: toPlace(item), to: toPlace(existing), before: omitKey(item) };
  return { changes: [removeItem(tenant, item), ...changes], moved: { ...moved, after, added, ...rest } };
}
