// Moves references from one record to another, some at a time, and moves them back.
//
// Each step is one transaction that changes what belongs together and writes down what it changed. So a merge may stop
// after any step, and an undo restores exactly what was changed.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Change, type Condition, ifAbsent, ifVersion, put, remove, update } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { Partition, TenantStore } from '../../data/store.ts';
import { type Choices, uniteChoices } from '../../mail-consent/consent.ts';
import { campaignFigureNames } from '../campaign-figures.ts';
import { countParticipants, type ParticipationItem } from '../campaign-participation.ts';
import { countListed } from '../count-listed.ts';
import { changeSize } from '../mailing-list-members.ts';
import { type PersonItem, personKey, personSort } from '../person-store.ts';
import type { MergeKind } from './merge-kind.ts';
import { type ReferenceGroup, type StoredItem, text, toKey } from './person-references.ts';
import {
  checkOrganizationPlace,
  isRecord,
  loadNamedOrganization,
  nameOrganization,
  replaceRecord,
} from './replace-record.ts';

type Attributes = Readonly<Record<string, unknown>>;
interface Place {
  readonly pk: string;
  readonly sk: string;
}

/** What a step did to one item. */
interface MovedItem {
  readonly itemType: string;
  /** Where it was, and where it is; the same unless its key names the record. */
  readonly from: Place;
  readonly to: Place;
  /** The attributes that changed. */
  readonly before: Attributes;
  readonly after: Attributes;
  /** The counts of an item that became part of an existing one; `before` is then the whole item. */
  readonly added?: Readonly<Record<string, number>>;
  /** The mailing list that lost a member because the other person is on it too. */
  readonly listId?: string;
}

/** A step that was done. */
interface MergeStepItem {
  readonly type: 'merge-step';
  readonly items: readonly MovedItem[];
  /** Epoch seconds, shortly after the merge can no longer be undone. */
  readonly ttl: number;
}

type StoredStep = MergeStepItem & Place;

/** Two records of a kind: references to `from` become references to `into`. */
export interface RecordMove {
  readonly kind: Pick<MergeKind, 'what' | 'partition'>;
  readonly from: string;
  readonly into: string;
}

/** What a step moved, by type of item, and what it could not. */
export interface StepResult {
  readonly moved: readonly string[];
  readonly failed: readonly string[];
}

const stepPartition = ({ kind, from }: Pick<RecordMove, 'kind' | 'from'>): string =>
  `${kind.partition}-MERGE#${from}`;
const TTL_DAYS = 31;

/** The steps of merges of organizations that changed what is about a person. */
const mergeStepsOf = (tenant: TenantStore, personId: string): Partition<StoredStep> =>
  tenant.listing(`MERGE-STEPS-OF#${personId}`);

const isPlain = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The person in an entry of a list. */
const personIn = (entry: unknown): unknown => (isPlain(entry) ? entry.personId : entry);

/** A list in which two records became one names that one once. */
function dropRepeated(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    const isFirst = (entry: unknown, index: number): boolean =>
      personIn(entry) !== id || value.findIndex((other) => personIn(other) === id) === index;
    return value.map((entry) => dropRepeated(entry, id)).filter((_, index) => isFirst(value[index], index));
  }
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, dropRepeated(each, id)]));
}

/** The item with another id in place of the record's: ids are unique, so every text that has it means the record. */
const replaceIds = (item: StoredItem, { from, into }: RecordMove): StoredItem =>
  JSON.parse(JSON.stringify(item).replaceAll(from, into)) as StoredItem;

/** The attributes in which two states of an item differ, without its key; those that are absent are null. */
function listChanges(before: StoredItem, after: StoredItem): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => name !== 'pk' && name !== 'sk' && !isDeepStrictEqual(before[name], after[name]),
  );
}

const pickAttributes = (item: StoredItem, names: readonly string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));

/** The item must still have these values. */
function ifStill(item: StoredItem, names: readonly string[]): Condition {
  if (typeof item.version === 'number') return ifVersion(item.version);
  const present = names.filter((name) => item[name] !== undefined);
  if (present.length === 0) return { expression: 'attribute_exists(pk)' };
  return {
    expression: present.map((_, index) => `#still${index} = :still${index}`).join(' AND '),
    names: Object.fromEntries(present.map((name, index) => [`#still${index}`, name])),
    values: Object.fromEntries(present.map((name, index) => [`:still${index}`, item[name]])),
  };
}

const attributeNames = (item: StoredItem): string[] =>
  Object.keys(item).filter((name) => name !== 'pk' && name !== 'sk');

/** A record's next version, so that nobody overwrites it who read the former one. */
export const withNextVersion = (item: StoredItem): StoredItem =>
  typeof item.version === 'number' ? { ...item, version: item.version + 1 } : item;

const toPlace = ({ pk, sk }: Place): Place => ({ pk, sk });
const isSamePlace = (a: Place, b: Place): boolean => a.pk === b.pk && a.sk === b.sk;

/** The changes that replace an item, at its place or at another one. */
export function replaceItem(tenant: TenantStore, before: StoredItem, after: StoredItem): Change[] {
  if (!isSamePlace(before, after))
    return [
      remove(toKey(tenant, before), {
        condition: ifStill(before, attributeNames(before)),
        onConflict: 'retry',
      }),
      put(toKey(tenant, after), after, { condition: ifAbsent, onConflict: 'retry' }),
    ];
  const names = listChanges(before, after);
  if (names.length === 0) return [];
  const set = pickAttributes(after, names);
  const unset = names.filter((name) => after[name] === undefined);
  return [
    update(toKey(tenant, before), { set, unset }, { condition: ifStill(before, names), onConflict: 'retry' }),
  ];
}

const COUNTED_TYPES: Readonly<Record<string, readonly string[]>> = {
  instructor: ['classes', 'bookings'],
  'campaign-figures': campaignFigureNames,
};

/** Both asked to join the group, got the broadcast, were to get it, took part in the contact, or wrote to the official. */
const joinedTypes = [
  ...['group-request', 'broadcast-recipient', 'broadcast-invitee'],
  ...['official-contact-person', 'campaign-letter'],
];

/** The changes for an item whose place the other record has already; undefined when both have to stay. */
function joinItems(
  tenant: TenantStore,
  item: StoredItem,
  existing: StoredItem,
): { readonly changes: readonly Change[]; readonly moved: MovedItem } | undefined {
  const base = {
    itemType: item.type ?? '',
    from: toPlace(item),
    to: toPlace(existing),
    before: pickAttributes(item, attributeNames(item)),
    after: {},
  };
  const gone = remove(toKey(tenant, item), {
    condition: ifStill(item, attributeNames(item)),
    onConflict: 'retry',
  });
  const counts = COUNTED_TYPES[item.type ?? ''];
  if (counts) {
    const added = Object.fromEntries(
      counts.flatMap((name) => (typeof item[name] === 'number' ? [[name, item[name]]] : [])),
    );
    return { changes: [gone, update(toKey(tenant, existing), { add: added })], moved: { ...base, added } };
  }
  // Both are in the group: it has one member less, whom it keeps as an owner.
  if (item.type === 'group-member' && existing.type === 'group-member') {
    const isByHand = item.byHand === true || item.byFilter === undefined;
    const set = {
      ...(item.isOwner && !existing.isOwner ? { isOwner: true } : {}),
      ...(isByHand && existing.byFilter && !existing.byHand ? { byHand: true } : {}),
    };
    const isSame = Object.keys(set).length === 0;
    return {
      changes: [gone, ...(isSame ? [] : [update(toKey(tenant, existing), { set })])],
      moved: { ...base, added: {}, after: set },
    };
  }
  // One was taken out of the group: what it says about the remaining person stays, unless it would lose an owner.
  const isOfGroup = item.type === 'group-member' || item.type === 'group-exclusion';
  if (isOfGroup && !item.isOwner) return { changes: [gone], moved: { ...base, added: {} } };
  if (joinedTypes.includes(item.type ?? '')) return { changes: [gone], moved: { ...base, added: {} } };
  // Both took part in the campaign: one of them is no participant of their own. The letters were sent all the same.
  if (item.type === 'campaign-participation')
    return {
      changes: [gone, ...countParticipants(tenant, item as unknown as ParticipationItem, -1)],
      moved: { ...base, added: {} },
    };
  // A claim on a class without a live registration gives way to one that has one.
  if (item.type === 'class-claim' && existing.registrationId === undefined) {
    const set = pickAttributes(item, ['registrationId']);
    return {
      changes: [
        gone,
        update(
          toKey(tenant, existing),
          { set },
          {
            condition: { expression: 'attribute_not_exists(#live)', names: { '#live': 'registrationId' } },
            onConflict: 'retry',
          },
        ),
      ],
      moved: { ...base, added: {}, after: set },
    };
  }
  // Both are on the list: it has a member less.
  if (item.type === 'mailing-list-member') {
    const listId = text(item.listId);
    return { changes: [gone, changeSize(tenant, listId, -1)], moved: { ...base, added: {}, listId } };
  }
  // What either of them refused stays refused; an undo takes back what the remaining person had not decided.
  if (item.type === 'mail-consent') {
    const set = { ...uniteChoices(existing as Choices, item as Choices) };
    const decided = Object.entries(set).filter(([name]) => existing[name] === undefined);
    const version = Number(existing.version);
    return {
      changes: [
        gone,
        update(
          toKey(tenant, existing),
          { set: { ...set, version: version + 1 } },
          { condition: ifVersion(version), onConflict: 'retry' },
        ),
      ],
      moved: { ...base, added: {}, after: Object.fromEntries(decided) },
    };
  }
  return undefined;
}

/** A membership at the place of the remaining person in the order by name. */
const sortMember = (item: StoredItem, person: PersonItem | undefined): StoredItem =>
  item.type === 'group-member' && person ? { ...item, gsi1sk: personSort(person) } : item;

const describeItem = (item: StoredItem): string =>
  `${item.type ?? 'item'} ${String(item.id ?? item.name ?? item.sk)}`;

/** The person whom a step concerns: an erasure of that person removes the step. */
function findPerson(items: readonly StoredItem[]): string | undefined {
  const [id] = items.flatMap(
    (item) => (item.type === 'person' ? item.id : (item.personId ?? item.memberId)) ?? [],
  );
  return typeof id === 'string' ? id : undefined;
}

/** Moves the references of one group, and writes down what was changed. Nothing happens when all were moved before. */
export async function moveGroup(
  tenant: TenantStore,
  keys: ReferenceGroup,
  move: RecordMove,
  now: Date,
): Promise<StepResult> {
  const sort = `${now.toISOString()}#${randomUUID()}`;
  const { moved, failed } = await decideAndCommit(async () => {
    const found = (await tenant.getMany(keys, { consistent: true })).filter((item) => item !== undefined);
    const named = await loadNamedOrganization(tenant, found, move.kind.what, move.into);
    const survivor = found.some(({ type }) => type === 'group-member')
      ? await tenant.get(personKey(tenant, move.into), { consistent: true })
      : undefined;
    const pairs = found
      .map((before) => {
        const moved = dropRepeated(replaceIds(before, move), move.into) as StoredItem;
        return { before, after: nameOrganization(sortMember(moved, survivor), named) };
      })
      .filter(({ before, after }) => !isDeepStrictEqual(before, after));
    const elsewhere = pairs.filter(({ before, after }) => !isSamePlace(before, after));
    const taken = await tenant.getMany(
      elsewhere.map(({ after }) => toKey(tenant, after)),
      { consistent: true },
    );
    const changes: Change[] = [];
    const items: MovedItem[] = [];
    const failures: string[] = [];
    for (const { before, after } of pairs) {
      const existing = taken[elsewhere.findIndex((pair) => pair.before === before)];
      if (existing && !isSamePlace(before, after)) {
        const joined = joinItems(tenant, before, existing);
        if (!joined) {
          failures.push(`${describeItem(before)}: the remaining ${move.kind.what} has one already.`);
          continue;
        }
        changes.push(...joined.changes, ...(await countListed(tenant, [before])));
        items.push(joined.moved);
        continue;
      }
      const next = withNextVersion(after);
      const names = listChanges(before, next).filter((name) => name !== 'version');
      changes.push(
        ...(isRecord(before)
          ? await replaceRecord(tenant, before, after, now)
          : [
              ...replaceItem(tenant, before, next),
              ...(isSamePlace(before, next) ? [] : await countListed(tenant, [before], [next])),
            ]),
      );
      items.push({
        itemType: before.type ?? '',
        from: toPlace(before),
        to: toPlace(after),
        before: pickAttributes(before, names),
        after: pickAttributes(next, names),
      });
    }
    const personId = move.kind.what === 'organization' ? findPerson(found) : undefined;
    const step = put(
      tenant.key<MergeStepItem>(stepPartition(move), sort),
      {
        type: 'merge-step',
        items,
        ttl: Math.ceil(now.getTime() / 1000) + TTL_DAYS * 86_400,
      },
      personId === undefined
        ? {}
        : { listed: { listing: mergeStepsOf(tenant, personId), sort: `${move.from}#${sort}` } },
    );
    return {
      changes: items.length > 0 ? [...changes, ...(named?.changes ?? []), step] : [],
      moved: items.map(({ itemType }) => itemType),
      failed: failures,
    };
  });
  return { moved, failed };
}

/** The steps of a merge, the last one first. */
export async function* iterateSteps(
  tenant: TenantStore,
  move: Pick<RecordMove, 'kind' | 'from'>,
): AsyncGenerator<StoredStep> {
  const partition: Partition<StoredStep> = tenant.partition(stepPartition(move));
  for await (const { items } of tenant.queryPages(partition, { backward: true, consistent: true, limit: 25 }))
    yield* items;
}

/** The item as it was, as far as nobody has changed since what the merge changed. */
function restoreItem(
  current: StoredItem,
  { from, before, after }: MovedItem,
  move: RecordMove,
): { readonly item: StoredItem; readonly changed: readonly string[] } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const restored: Record<string, unknown> = { ...current, ...from };
  const changed: string[] = [];
  for (const name of names) {
    if (isDeepStrictEqual(current[name], after[name])) {
      if (before[name] === undefined) delete restored[name];
      else restored[name] = before[name];
    } else if (typeof current[name] === 'string' && !Array.isArray(after[name]))
      // A place in a list that has changed since still names the record.
      restored[name] = String(current[name]).replaceAll(move.into, move.from);
    else changed.push(name);
  }
  return { item: restored as StoredItem, changed };
}

/** Undoes one step, and forgets it. */
export async function undoStep(
  tenant: TenantStore,
  step: StoredStep,
  move: RecordMove,
  now: Date,
): Promise<StepResult> {
  const { moved, failed } = await decideAndCommit(async () => {
    const places = step.items.flatMap(({ from, to }) => [toKey(tenant, from), toKey(tenant, to)]);
    const found = await tenant.getMany(places, { consistent: true });
    const named = await loadNamedOrganization(
      tenant,
      found.flatMap((item) => item ?? []),
      move.kind.what,
      move.from,
    );
    const changes: Change[] = [...(named?.changes ?? [])];
    const done: string[] = [];
    const failures: string[] = [];
    for (const [index, item] of step.items.entries()) {
      const [atFrom, atTo] = [found[2 * index], found[2 * index + 1]];
      const name = describeItem({ ...item.before, ...item.to, type: item.itemType });
      const isMoved = !isSamePlace(item.from, item.to);
      if (!atTo) failures.push(`${name} no longer exists.`);
      else if (isMoved && atFrom)
        failures.push(`${name}: the restored ${move.kind.what} has another one by now.`);
      else if (item.added) {
        const back = Object.fromEntries(Object.entries(item.added).map(([count, by]) => [count, -by]));
        const unset = Object.keys(item.after).filter((each) =>
          isDeepStrictEqual(atTo[each], item.after[each]),
        );
        changes.push(
          put(
            toKey(tenant, item.from),
            { ...item.before, ...item.from },
            { condition: ifAbsent, onConflict: 'retry' },
          ),
          ...(await countListed(tenant, [], [item.before])),
        );
        if (unset.length > 0 || Object.keys(back).length > 0)
          changes.push(update(toKey(tenant, item.to), { add: back, unset }));
        if (item.listId !== undefined) changes.push(changeSize(tenant, item.listId, 1));
        if (item.itemType === 'campaign-participation')
          changes.push(...countParticipants(tenant, item.before as unknown as ParticipationItem, 1));
        done.push(item.itemType);
      } else {
        const { item: restored, changed } = restoreItem(atTo, item, move);
        const placed = await checkOrganizationPlace(tenant, atTo, restored, now);
        if ('obstacle' in placed) {
          failures.push(`${name}: ${placed.obstacle}`);
          continue;
        }
        failures.push(...changed.map((each) => `${name}: ${each} was changed since.`));
        changes.push(
          ...placed.changes,
          ...(isRecord(atTo)
            ? await replaceRecord(tenant, atTo, nameOrganization(restored, named), now)
            : [
                ...replaceItem(tenant, atTo, withNextVersion(restored)),
                ...(isSamePlace(atTo, restored) ? [] : await countListed(tenant, [atTo], [restored])),
              ]),
        );
        done.push(item.itemType);
      }
    }
    return {
      changes: [...changes, remove(tenant.key(stepPartition(move), step.sk))],
      moved: done,
      failed: failures,
    };
  });
  return { moved, failed };
}
