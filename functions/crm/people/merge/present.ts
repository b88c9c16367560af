// Presents a merge of people.
import { getUndoEnd, type PersonMergeItem } from '../../../../shared/directory/person-merge/merge-record.ts';

const statuses = { running: 'Running', done: 'Done', undoing: 'Undoing', undone: 'Undone' } as const;

/** The merge in the interface's form. */
export const presentMerge = (
  merge: Pick<PersonMergeItem, 'id' | 'into' | 'status' | 'mergedDate' | 'moved' | 'notMoved' | 'notUndone'>,
) => ({
  removedId: merge.id,
  personId: merge.into,
  status: statuses[merge.status],
  mergedDate: merge.mergedDate,
  undoUntil: getUndoEnd(merge).toISOString(),
  moved: Object.entries(merge.moved)
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => (a.type < b.type ? -1 : 1)),
  notMoved: [...merge.notMoved],
  notUndone: [...merge.notUndone],
});
