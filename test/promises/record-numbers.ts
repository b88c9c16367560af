// Merges, batches and other changes of records.
import {
  UNDO_DAYS as batchUndoDays,
  isUndoable as isBatchUndoable,
} from '../../functions/crm/batches/store.ts';
import type { Change } from '../../shared/data/changes.ts';
import { assertFits } from '../../shared/data/size/assert-fits.ts';
import {
  maxItemBytes,
  maxRecordBytes,
  maxTransactionBytes,
  maxTransactionChanges,
} from '../../shared/data/size/item-size.ts';
import { isUndoable, UNDO_DAYS } from '../../shared/directory/record-merge/merge-record.ts';
import { accepts } from './fits.ts';
import { atMost, later, many, oneMillisecond, type PromisedNumber, start, text } from './promised-number.ts';

const crm = 'docs/interface/crm.md';
const data = 'docs/data.md';
const day = 86_400_000;
const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;

/** A change that stores an item of so many bytes. */
const putBytes = (bytes: number, isCopy = false): Change => ({
  action: { Put: { TableName: 'none', Item: { a: text(bytes - 1) } } },
  onConflict: undefined,
  isCopy,
});

export const recordNumbers: readonly PromisedNumber[] = [
  {
    says: { [data]: 'item of 401,408 bytes' },
    promised: 401_408,
    declared: maxRecordBytes,
    exercised: atMost((bytes) => accepts(() => assertFits([putBytes(bytes)]))),
  },
  {
    says: { [data]: '400 KB without' },
    promised: 400,
    declared: maxItemBytes / kilobyte,
    exercised: atMost((size) => accepts(() => assertFits([putBytes(size * kilobyte, true)])), 1 / kilobyte),
  },
  {
    says: { [data]: 'reserve of 8 KB' },
    promised: 8,
    declared: (maxItemBytes - maxRecordBytes) / kilobyte,
    exercised: atMost(
      (size) => accepts(() => assertFits([putBytes(maxRecordBytes + size * kilobyte, true)])),
      1 / kilobyte,
    ),
  },
  {
    says: { [data]: 'transaction of 100 changes' },
    promised: 100,
    declared: maxTransactionChanges,
    exercised: atMost((count) => accepts(() => assertFits(many(count, () => putBytes(2))))),
  },
  {
    says: { [data]: 'changes and 4 MB' },
    promised: 4,
    declared: maxTransactionBytes / megabyte,
    exercised: atMost(
      (size) =>
        accepts(() =>
          assertFits([
            ...many(10, () => putBytes(400_000)),
            putBytes(Math.round(size * megabyte) - 4_000_000),
          ]),
        ),
      1 / megabyte,
    ),
  },
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
