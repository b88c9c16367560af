// Moves references back to the record that a merge removed: undoes one step of the merge.

import { type Change, commit, insert, remove, update } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import { isSizeFailure } from '../../data/size/assert-fits.ts';
import type { TenantStore } from '../../data/store.ts';
import {
  describeItem,
  type MovedItem,
  type RecordMove,
  type StepResult,
  type StoredStep,
  stepKey,
} from '../../merges/merge-steps.ts';
import { nameRecord } from '../../merges/rename-references.ts';
import { replaceItem, withNextVersion } from '../../merges/replace-item.ts';
import { listJoined, restoreItem } from '../../merges/restore-item.ts';
import { isSamePlace, type StoredItem, toKey } from '../../merges/stored-item.ts';
import { countListed } from '../groups/count-listed.ts';
import { changeSize } from '../lists/mailing-list-members.ts';
import { countParticipants, type ParticipationItem } from '../officials/campaign-participation.ts';
import { checkOrganizationPlace, isRecord, loadNamedRecord, replaceRecord } from './replace-record.ts';

/** The changes that make two items of one that the merge joined (`added`). */
async function separateItems(
  tenant: TenantStore,
  item: MovedItem,
  added: Readonly<Record<string, number>>,
  joined: StoredItem,
): Promise<Change[]> {
  const back = Object.fromEntries(Object.entries(added).map(([count, by]) => [count, -by]));
  const unset = listJoined(item, joined);
  const restored = { ...item.before, ...item.from };
  return [
    insert(toKey(tenant, item.from), restored),
    ...(await countListed(tenant, [], [item.before])),
    ...(unset.length > 0 || Object.keys(back).length > 0
      ? [update(toKey(tenant, item.to), { add: back, unset })]
      : []),
    ...(item.listId === undefined ? [] : [changeSize(tenant, item.listId, 1)]),
    ...(item.itemType === 'campaign-participation'
      ? countParticipants(tenant, item.before as unknown as ParticipationItem, 1)
      : []),
  ];
}

/** What undoing does to one item: the changes, with what could not be restored; or why the item stays moved. */
type Restoration =
  | { readonly changes: readonly Change[]; readonly notRestored: readonly string[] }
  | { readonly obstacle: string };

interface UndoContext {
  readonly move: RecordMove;
  readonly named: Parameters<typeof nameRecord>[1];
  readonly now: Date;
}

/** Moves an item back to its place, as it was there. */
async function moveBack(
  tenant: TenantStore,
  item: MovedItem,
  current: StoredItem,
  { move, named, now }: UndoContext,
): Promise<Restoration> {
  const { item: restored, changed } = restoreItem(current, item, move);
  const place = await checkOrganizationPlace(tenant, current, restored, now);
  if ('obstacle' in place) return { obstacle: `: ${place.obstacle}` };
  const changes = isRecord(current)
    ? await replaceRecord(tenant, current, nameRecord(restored, named), now)
    : [
        ...replaceItem(tenant, current, withNextVersion(restored)),
        ...(isSamePlace(current, restored) ? [] : await countListed(tenant, [current], [restored])),
      ];
  return {
    changes: [...place.changes, ...changes],
    notRestored: changed.map((name) => `: ${name} was changed since.`),
  };
}

/** Undoes what the step did to one item, by what is stored now at both of its places. */
async function undoItem(
  tenant: TenantStore,
  item: MovedItem,
  [atFrom, atTo]: readonly (StoredItem | undefined)[],
  context: UndoContext,
): Promise<Restoration> {
  if (!atTo) return { obstacle: ' no longer exists.' };
  if (atFrom && !isSamePlace(item.from, item.to))
    return { obstacle: `: the restored ${context.move.kind.what} has another one by now.` };
  return item.added
    ? { changes: await separateItems(tenant, item, item.added, atTo), notRestored: [] }
    : moveBack(tenant, item, atTo, context);
}

/** Undoes one step, and forgets it. What would be too large as it was stays moved, and the report says so. */
export async function undoStep(
  tenant: TenantStore,
  step: StoredStep,
  move: RecordMove,
  now: Date,
): Promise<StepResult> {
  const describeMoved = (item: MovedItem): string =>
    describeItem({ ...item.before, ...item.to, type: item.itemType });
  const forgetStep = remove(stepKey(tenant, move, step.sk));
  try {
    const { moved, failed } = await decideAndCommit(async () => {
      const places = step.items.flatMap(({ from, to }) => [toKey(tenant, from), toKey(tenant, to)]);
      const found = await tenant.getMany(places, { consistent: true });
      const present = found.filter((item) => item !== undefined);
      const named = await loadNamedRecord(tenant, present.filter(isRecord), move.kind.what, move.from);
      const changes: Change[] = [...(named?.changes ?? [])];
      const moved: string[] = [];
      const failed: string[] = [];
      for (const [index, item] of step.items.entries()) {
        const name = describeMoved(item);
        const stored = found.slice(2 * index, 2 * index + 2);
        const restoration = await undoItem(tenant, item, stored, { move, named, now });
        if ('obstacle' in restoration) {
          failed.push(`${name}${restoration.obstacle}`);
          continue;
        }
        failed.push(...restoration.notRestored.map((line) => `${name}${line}`));
        changes.push(...restoration.changes);
        moved.push(item.itemType);
      }
      return { changes: [move.guard, ...changes, forgetStep], moved, failed };
    });
    return { moved, failed };
  } catch (error) {
    if (!isSizeFailure(error)) throw error;
    await commit([move.guard, forgetStep]);
    return { moved: [], failed: step.items.map((item) => `${describeMoved(item)}: ${error.message}`) };
  }
}
