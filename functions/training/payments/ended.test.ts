// What is refunded of a registration that ended is not due again (docs/interface/training.md#payments).
import { describe, expect, it } from 'vitest';
import { closeLedger, completeLedger, enterEntry } from './ended.ts';
import { appendEntry, deriveBalance, type EntryContent, emptyLedger, type Ledger } from './ledger.ts';

const at = new Date('2031-03-01T12:00:00Z');
const author = { by: 'ann', at };
type Entry = [kind: EntryContent['kind'], amount: number, corrects?: number];
const toContent = ([kind, amount, corrects]: Entry): EntryContent => ({
  ...{ kind, amount, corrects },
  reason: kind === 'charge' && amount > 0 ? 'Fee' : 'Other',
});
const store = (...entries: Entry[]): Ledger =>
  entries.reduce((ledger, entry) => appendEntry(ledger, toContent(entry), author), emptyLedger('USD'));
const close = (...entries: Entry[]): Ledger => closeLedger(store(...entries), 'Withdrawn', author);
const enter = (ledger: Ledger, ...entries: Entry[]): Ledger =>
  entries.reduce((before, entry) => enterEntry(before, toContent(entry), author), ledger);

describe('after the end of a registration', () => {
  const paid = close(['charge', 100], ['payment', 100]);

  it.each<[string, Entry[], number, number]>([
    ['what was kept stays charged', [], 100, 0],
    ['a refund of a part', [['refund', 30]], 70, 0],
    ['a refund of everything', [['refund', 100]], 0, 0],
    [
      'a refund that was entered wrongly',
      [
        ['refund', 100],
        ['correction', -40, 3],
      ],
      40,
      0,
    ],
    ['a payment that was never made', [['correction', -100, 2]], 0, 0],
    ['a payment is to be refunded', [['payment', 20]], 100, 20],
    [
      'a refund returns first what is to be refunded',
      [
        ['payment', 20],
        ['refund', 50],
      ],
      70,
      0,
    ],
    [
      'a payment after a refund is to be refunded',
      [
        ['refund', 100],
        ['payment', 20],
      ],
      0,
      20,
    ],
    ['a waiver is to be refunded', [['waiver', 30]], 100, 30],
    [
      'a waiver that is refunded',
      [
        ['waiver', 30],
        ['refund', 30],
      ],
      100,
      0,
    ],
  ])('%s: %j leaves %d charged and %d to be refunded', (_, entries, charged, refundDue) => {
    expect(deriveBalance(enter(paid, ...entries))).toMatchObject({ charged, refundDue, owed: 0 });
  });

  it('the waivers of its charge end', () => {
    const closed = close(['charge', 100], ['waiver', 60]);
    expect(deriveBalance(closed)).toMatchObject({ state: 'free', charged: 0, waived: 0 });
    expect(close()).toEqual(emptyLedger('USD'));
  });
});

describe('a ledger from before credits were entries', () => {
  const paidBack: Entry[] = [
    ['charge', 100],
    ['payment', 100],
    ['refund', 100],
  ];

  it.each<[string, Entry[], boolean, number]>([
    ['of a registration that goes on', paidBack, false, 100],
    ['of one that ended', paidBack, true, 0],
    ['of a person who registered again after the refund', [...paidBack, ['charge', 100]], false, 100],
    ['who also paid again', [...paidBack, ['charge', 100], ['payment', 100]], false, 0],
    [
      'whose earlier payment was refunded after registering again',
      [
        ['charge', 100],
        ['payment', 100],
        ['charge', 100],
        ['refund', 100],
      ],
      false,
      100,
    ],
    [
      'who withdrew with a part paid and registered again',
      [
        ['charge', 100],
        ['payment', 40],
        ['charge', -60],
        ['charge', 100],
      ],
      false,
      100,
    ],
    [
      'who still owes a part of an award that was awarded, and registered again',
      [
        ['charge', 100],
        ['payment', 40],
        ['charge', 100],
      ],
      false,
      160,
    ],
  ])('%s: %j (ended: %s) owes %d', (_, entries, hasEnded, owed) => {
    const completed = completeLedger(store(...entries), hasEnded, at);
    expect(deriveBalance(completed).owed).toBe(owed);
    expect(completed.entries.slice(0, entries.length)).toEqual(store(...entries).entries);
    expect(completeLedger(completed, hasEnded, at)).toEqual(completed);
  });
});
