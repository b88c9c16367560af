// The merge of a record in the interface's form.
import * as z from 'zod';
import { getUndoEnd, type MergeItem } from '../../../shared/directory/record-merge/merge-record.ts';

const statuses = { running: 'Running', done: 'Done', undoing: 'Undoing', undone: 'Undone' } as const;

/** The fields that merges of all kinds have; `what` is the kind in a sentence. */
export const buildMergeFields = (what: 'person' | 'organization') => ({
  removedId: z
    .uuid()
    .meta({ description: `The ${what} that was merged; the id stands for the remaining one.` }),
  status: z.enum(['Running', 'Done', 'Undoing', 'Undone']).meta({
    description: `Whether references are still being moved. The ${what === 'person' ? 'people' : 'organizations'} themselves are merged, or separate again, at once.`,
  }),
  mergedDate: z.iso.datetime(),
  undoUntil: z.iso
    .datetime()
    .meta({ description: 'The end of the 30 days in which the merge can be undone.' }),
  moved: z
    .array(z.strictObject({ type: z.string(), count: z.int() }))
    .meta({ description: 'How many items of each type follow the merge.' }),
  notMoved: z.array(z.string()).meta({ description: `What stayed with the removed ${what}, and why.` }),
  notUndone: z.array(z.string()).meta({ description: 'What an undo could not restore, and why.' }),
});

/** A choice for each of these fields. */
export const choose = <const C extends readonly [string, ...string[]]>(
  names: readonly string[],
  choices: C,
) => Object.fromEntries(names.map((name) => [name, z.enum(choices).nullish()]));

/** The merge in the interface's form, but for the id of the remaining record. */
export const presentMerge = (
  merge: Pick<MergeItem, 'id' | 'status' | 'mergedDate' | 'moved' | 'notMoved' | 'notUndone'>,
) => ({
  removedId: merge.id,
  status: statuses[merge.status],
  mergedDate: merge.mergedDate,
  undoUntil: getUndoEnd(merge).toISOString(),
  moved: Object.entries(merge.moved)
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => (a.type < b.type ? -1 : 1)),
  notMoved: [...merge.notMoved],
  notUndone: [...merge.notUndone],
});
