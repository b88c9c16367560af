// Moves references from one record to another: a step of a merge.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import { isSizeFailure } from '../../data/size/assert-fits.ts';
import type { TenantStore } from '../../data/store.ts';
import {
  describeItem,
  type MovedItem,
  pickStoredValues,
  putStep,
  type RecordMove,
  type StepResult,
} from '../../merges/merge-steps.ts';
import { nameRecord, renameReferences } from '../../merges/rename-references.ts';
import { listChanges, pickAttributes, replaceItem, withNextVersion } from '../../merges/replace-item.ts';
import { isSamePlace, type StoredItem, toKey, toPlace } from '../../merges/stored-item.ts';
import { countListed } from '../groups/count-listed.ts';
import { setApprovalTimer } from '../people/leaving.ts';
import { type PersonItem, personKey, personSort } from '../people/person-store.ts';
import { joinItems } from './join-items.ts';
import type { ReferenceGroup } from './person-references.ts';
import { findRepeated } from './repeated-items.ts';
import { isRecord, loadNamedRecord, replaceRecord } from './replace-record.ts';

/** A membership at the place of the remaining person in the order by name. */
const sortMember = (item: StoredItem, person: PersonItem | undefined): StoredItem =>
  item.type === 'group-member' && person ? { ...item, gsi1sk: personSort(person) } : item;

/** An item that names the removed record, and what it becomes. */
interface Pair {
  readonly before: StoredItem;
  readonly after: StoredItem;
  /** What the remaining record has at the new place, or in its stead. */
  readonly existing: StoredItem | undefined;
}

/** Those of the items that name the removed record, with what they become. */
async function pairItems(
  tenant: TenantStore,
  found: readonly StoredItem[],
  move: RecordMove,
  named: Parameters<typeof nameRecord>[1],
): Promise<Pair[]> {
  const survivor = found.some(({ type }) => type === 'group-member')
    ? await tenant.get(personKey(tenant, move.into), { consistent: true })
    : undefined;
  const pairs = found
    .map((before) => {
      const moved = renameReferences(before, move);
      return { before, after: nameRecord(sortMember(moved, survivor), named) };
    })
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  const elsewhere = pairs.filter(({ before, after }) => !isSamePlace(before, after));
  const taken = await tenant.getMany(
    elsewhere.map(({ after }) => toKey(tenant, after)),
    { consistent: true },
  );
  return Promise.all(
    pairs.map(async (pair) => ({
      ...pair,
      existing: taken[elsewhere.indexOf(pair)] ?? (await findRepeated(tenant, pair.after)),
    })),
  );
}

/** The changes that move one item; undefined when the remaining record has one that it can't be joined with. */
async function moveItem(
  tenant: TenantStore,
  { before, after, existing }: Pair,
  now: Date,
): Promise<{ readonly changes: readonly Change[]; readonly moved: MovedItem } | undefined> {
  if (existing) {
    const joined = joinItems(tenant, before, existing);
    return joined && { ...joined, changes: [...joined.changes, ...(await countListed(tenant, [before]))] };
  }
  const next = withNextVersion(after);
  const names = listChanges(before, next).filter((name) => name !== 'version');
  return {
    changes: isRecord(before)
      ? await replaceRecord(tenant, before, after, now)
      : [
          ...replaceItem(tenant, before, next),
          ...(isSamePlace(before, next) ? [] : await countListed(tenant, [before], [next])),
          // The remaining person may be inactive, or the one who is registered.
          ...(before.type === 'pending-approval' ? [setApprovalTimer(tenant, String(before.id), now)] : []),
        ],
    moved: {
      itemType: before.type ?? '',
      from: toPlace(before),
      to: toPlace(after),
      ...pickStoredValues(pickAttributes(before, names), pickAttributes(next, names)),
    },
  };
}

/**
 * Moves the references of one group, and writes down what was changed. Nothing happens when all were moved before. Those that
 * would be too large afterwards stay, and the report says so.
 */
export async function moveGroup(
  tenant: TenantStore,
  keys: ReferenceGroup,
  move: RecordMove,
  now: Date,
): Promise<StepResult> {
  const sort = `${now.toISOString()}#${randomUUID()}`;
  const descriptions = new Set<string>();
  try {
    const { moved, failed } = await decideAndCommit(async () => {
      const found = (await tenant.getMany(keys, { consistent: true })).filter((item) => item !== undefined);
      const named = await loadNamedRecord(tenant, found, move.kind.what, move.into);
      const changes: Change[] = [];
      const items: MovedItem[] = [];
      const failed: string[] = [];
      for (const pair of await pairItems(tenant, found, move, named)) {
        descriptions.add(describeItem(pair.before));
        const result = await moveItem(tenant, pair, now);
        if (!result) {
          failed.push(`${describeItem(pair.before)}: the remaining ${move.kind.what} has one already.`);
          continue;
        }
        changes.push(...result.changes);
        items.push(result.moved);
      }
      const step = putStep(tenant, move, { sort, found, items }, now);
      return {
        changes: items.length > 0 ? [move.guard, ...changes, ...(named?.changes ?? []), step] : [],
        moved: items.map(({ itemType }) => itemType),
        failed,
      };
    });
    return { moved, failed };
  } catch (error) {
    if (!isSizeFailure(error)) throw error;
    return { moved: [], failed: [...descriptions].map((item) => `${item}: ${error.message}`) };
  }
}
