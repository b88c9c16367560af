// Merges, batches and other changes of records.
import {
  UNDO_DAYS as batchUndoDays,
  isUndoable as isBatchUndoable,
} from '../../functions/crm/batches/store.ts';
import { isUndoable, UNDO_DAYS } from '../../shared/directory/record-merge/merge-record.ts';
import { atMost, later, oneMillisecond, type PromisedNumber, start } from './promised-number.ts';

const crm = 'docs/interface/crm.md';
const day = 86_400_000;

export const recordNumbers: readonly PromisedNumber[] = [
  {
    says: {
      'README.md': 'for 30 days `UndoMerge` reverses the merge',
      [crm]: ['undoes a merge within 30 days', 'with the removed id undoes it within 30 days'],
    },
    promised: 30,
    declared: UNDO_DAYS,
    exercised: atMost(
      (days) => isUndoable({ mergedDate: start.toISOString() }, later(days * day)),
      oneMillisecond.days,
    ),
  },
  {
    says: { 'README.md': 'for seven days the batch can be undone', [crm]: 'undoes it within 7 days' },
    promised: 7,
    declared: batchUndoDays,
    exercised: atMost(
      (days) => isBatchUndoable({ createdDate: start.toISOString() }, later(days * day)),
      oneMillisecond.days,
    ),
  },
];
