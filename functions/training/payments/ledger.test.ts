// The balance of a ledger follows from its entries alone (docs/interface/training.md#payments).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeLedger } from './ended.ts';
import { recordEntry } from './entry-input.ts';
import {
  appendCharge,
  appendEntry,
  deriveBalance,
  describeBalance,
  emptyLedger,
  enteredKinds,
  getAmountCharged,
  type Ledger,
  setCharge,
  withoutEarlierPayers,
} from './ledger.ts';
import { type PaymentEntryInput, PaymentEntryRequest } from './schemas.ts';

const author = { by: 'ann', at: new Date('2031-03-01T12:00:00Z') };
const today = '2031-03-01';
const charge = (amount: number, currency = 'USD') =>
  appendCharge(emptyLedger(currency), amount, 'Fee', author);
const record = (ledger: Ledger, ...inputs: PaymentEntryInput[]): Ledger =>
  inputs.reduce((before, input) => recordEntry(before, input, author, today).ledger, ledger);
const reason = 'Entered twice.';

describe('the state and what is owed', () => {
  it.each([
    ['free', 0, 0, 'Nothing is due.', []],
    ['unpaid', 100, 0, '$100.00 is due.', []],
    ['partial', 60, 0, '$40.00 of $100.00 is paid; $60.00 is due.', [{ kind: 'payment', amount: 40 }]],
    ['paid', 0, 0, '$100.00 is paid.', [{ kind: 'payment', amount: 40 }, { kind: 'payment' }]],
    ['paid', 0, 20, '$120.00 is paid. $20.00 is to be refunded.', [{ kind: 'payment', amount: 120 }]],
    [
      'paid',
      0,
      0,
      '$120.00 is paid, of which $20.00 was refunded.',
      [
        { kind: 'payment', amount: 120 },
        { kind: 'refund', amount: 20 },
      ],
    ],
    // What was refunded is owed again while the seat is held.
    ['unpaid', 100, 0, '$100.00 is due.', [{ kind: 'payment' }, { kind: 'refund' }]],
    ['unpaid', 100, 0, '$100.00 is due.', [{ kind: 'payment', amount: 40 }, { kind: 'refund' }]],
    [
      'partial',
      40,
      0,
      '$60.00 of $100.00 is paid; $40.00 is due.',
      [{ kind: 'payment' }, { kind: 'refund', amount: 40 }],
    ],
    // A favour: what is waived is to be refunded.
    [
      'paid',
      0,
      30,
      '$100.00 is paid. $30.00 is to be refunded.',
      [{ kind: 'payment' }, { kind: 'waiver', amount: 30, reason }],
    ],
    [
      'refunded',
      0,
      0,
      '$100.00 was paid and refunded.',
      [{ kind: 'payment' }, { kind: 'waiver', amount: 100, reason }, { kind: 'refund' }],
    ],
    ['waived', 0, 0, '$100.00 was waived.', [{ kind: 'waiver', reason }]],
    [
      'paid',
      0,
      0,
      '$40.00 is paid.',
      [
        { kind: 'payment', amount: 40 },
        { kind: 'waiver', reason },
      ],
    ],
    [
      'partial',
      30,
      0,
      '$40.00 of $70.00 is paid; $30.00 is due.',
      [
        { kind: 'payment', amount: 40 },
        { kind: 'waiver', amount: 30, reason },
      ],
    ],
    [
      'partial',
      50,
      0,
      '$50.00 of $100.00 is paid; $50.00 is due.',
      [{ kind: 'payment' }, { kind: 'correction', corrects: 2, amount: -50, reason }],
    ],
    [
      'unpaid',
      100,
      0,
      '$100.00 is due.',
      [{ kind: 'payment' }, { kind: 'correction', corrects: 2, amount: -100, reason }],
    ],
    [
      'paid',
      0,
      0,
      '$100.00 is paid.',
      [{ kind: 'payment' }, { kind: 'refund' }, { kind: 'correction', corrects: 3, amount: -100, reason }],
    ],
  ] satisfies [string, number, number, string, PaymentEntryInput[]][])(
    '%s: %d owed, %d to be refunded: %s',
    (state, owed, refundDue, inWords, inputs) => {
      const ledger = record(charge(inputs.length === 0 && state === 'free' ? 0 : 10_000), ...inputs);
      expect(deriveBalance(ledger)).toMatchObject({ state, owed: owed * 100, refundDue: refundDue * 100 });
      expect(describeBalance(ledger)).toBe(inWords);
    },
  );

  it('has the decimals of the currency, in whole minor units (ISO 4217)', () => {
    const yen = record(charge(12_000, 'JPY'), { kind: 'payment', amount: 5000 });
    expect(yen.entries.map(({ amount }) => amount)).toEqual([12_000, 5000]);
    expect(describeBalance(yen)).toBe('¥5,000 of ¥12,000 is paid; ¥7,000 is due.');
    const dinar = record(charge(45_500, 'BHD'), { kind: 'payment', amount: 0.505 });
    expect(deriveBalance(dinar).owed).toBe(44_995);
    expect(() => record(yen, { kind: 'payment', amount: 99.5 })).toThrow(
      'amount must have no decimals in JPY, but was 99.5.',
    );
    expect(() => record(charge(100), { kind: 'payment', amount: 0.505 })).toThrow(
      'at most 2 decimals in USD',
    );
  });

  it('is closed with what was paid, so that nothing more is owed', () => {
    const closed = closeLedger(record(charge(10_000), { kind: 'payment', amount: 40 }), 'Cancelled', author);
    expect(closed.entries.at(-1)).toMatchObject({ kind: 'charge', amount: -6000, reason: 'Cancelled' });
    expect(deriveBalance(closed)).toMatchObject({ state: 'paid', owed: 0, refundDue: 0 });
  });
});

describe('an entry is refused', () => {
  const paid = record(charge(10_000), { kind: 'payment', reference: 'PO 7' });
  it.each([
    [charge(10_000), { kind: 'refund' }, 'nothing is'],
    [paid, { kind: 'refund', amount: 100.01 }, 'At most $100.00 can be refunded'],
    [paid, { kind: 'waiver', reason }, 'Nothing is owed.'],
    [charge(10_000), { kind: 'waiver', amount: 101, reason }, 'At most $100.00 can be waived'],
    [paid, { kind: 'correction', amount: 5, corrects: 1, reason }, 'must be the number of a payment'],
    [paid, { kind: 'correction', amount: -100.01, corrects: 2, reason }, 'to 0 at least'],
    [
      record(charge(10_000), { kind: 'waiver', amount: 40, reason }),
      { kind: 'correction', amount: 60.01, corrects: 2, reason },
      'Only $100.00 is charged, but $100.01 would be waived.',
    ],
    [
      record(paid, { kind: 'refund', amount: 60 }),
      { kind: 'correction', amount: -50, corrects: 2, reason },
      '$60.00 was refunded',
    ],
    [paid, { kind: 'payment', amount: 1, currency: 'EUR' }, 'currency must be USD'],
    [paid, { kind: 'payment', amount: 1, date: '2031-03-02' }, 'date must not be after today'],
    [
      paid,
      { kind: 'payment', amount: 1, reference: 'po 7' },
      'already the reference of a payment of $100.00',
    ],
  ] satisfies [Ledger, PaymentEntryInput, string][])('%#: %j', (ledger, input, message) => {
    expect(() => record(ledger, input)).toThrow(message);
  });

  it.each([
    [{ kind: 'waiver' }, ['reason']],
    [{ kind: 'correction' }, ['amount', 'corrects', 'reason']],
    [{ kind: 'correction', amount: 0, corrects: 2, reason }, ['amount']],
    [{ kind: 'payment', amount: 0 }, ['amount']],
    [{ kind: 'refund', amount: -5, corrects: 2 }, ['amount', 'corrects']],
  ])('%j needs other values for %j', (input, targets) => {
    const { error } = PaymentEntryRequest.safeParse(input);
    expect(error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(targets);
  });

  it('not when it is the same one sent again: nothing is added', () => {
    for (const input of [
      { kind: 'payment', reference: 'PO 7' },
      { kind: 'payment', amount: 100, reference: 'PO 7' },
    ] satisfies PaymentEntryInput[])
      expect(recordEntry(paid, input, author, today)).toMatchObject({ isNew: false, ledger: paid });
    expect(record(paid, { kind: 'refund', reference: 'PO 7' }).entries).toHaveLength(3);
  });
});

it('entries are only added, and no sequence owes and is owed a refund at once, or refunds more than was paid', () => {
  const inputs = fc.array(
    fc.record({
      kind: fc.constantFrom(...enteredKinds),
      amount: fc.option(fc.integer({ min: -150, max: 150 })),
      corrects: fc.option(fc.integer({ min: 1, max: 6 })),
      reason: fc.constant(reason),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.nat(20_000), inputs, (fee, all) => {
      let ledger = charge(fee);
      for (const input of all.filter((sent) => PaymentEntryRequest.safeParse(sent).success)) {
        const before = ledger;
        try {
          ledger = record(ledger, input);
        } catch {
          continue;
        }
        expect(ledger.entries.slice(0, before.entries.length)).toEqual(before.entries);
        const { charged, waived, paid, refunded, owed, refundDue } = deriveBalance(ledger);
        expect(Math.min(owed, refundDue)).toBe(0);
        expect(refunded).toBeLessThanOrEqual(paid);
        for (const sum of [charged, waived, paid, refunded, owed, refundDue])
          expect(sum).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

describe('an entry', () => {
  it('has its number, its author, its moment and the currency of the ledger', () => {
    const ledger = appendEntry(charge(100), { kind: 'payment', amount: 40 }, { ...author, byName: 'Ann' });
    expect(ledger.entries[1]).toEqual({
      ...{ number: 2, kind: 'payment', amount: 40, currency: 'USD' },
      ...{ by: 'ann', byName: 'Ann', at: '2031-03-01T12:00:00.000Z' },
    });
  });

  it('of 0 is not charged', () => {
    const ledger = charge(100);
    expect(appendCharge(ledger, 0, 'Fee', author)).toBe(ledger);
  });

  it('in another currency does not change the balance of later ones', () => {
    const { entries } = record(charge(10_000, 'EUR'), { kind: 'payment', amount: 40 });
    const changed = appendCharge({ currency: 'USD', entries }, 5_000, 'Fee', author);
    expect(deriveBalance(changed)).toMatchObject({ charged: 5_000, paid: 0, owed: 5_000 });
    expect(getAmountCharged(changed)).toBe(5_000);
  });

  it('is refused beyond 200 of them, a refund or a correction beyond 250, and a charge never', () => {
    const fill = (ledger: Ledger, kind: 'payment' | 'refund', count: number): Ledger =>
      Array.from({ length: count }).reduce<Ledger>(
        (before) => appendEntry(before, { kind, amount: 1 }, author),
        ledger,
      );
    const full = fill(emptyLedger('USD'), 'payment', 200);
    for (const kind of ['payment', 'waiver'] as const)
      expect(() => appendEntry(full, { kind, amount: 1 }, author)).toThrow(
        `This ledger has 200 entries, and takes no ${kind} more.`,
      );
    const last = appendEntry(
      fill(full, 'refund', 49),
      { kind: 'correction', amount: 1, corrects: 1 },
      author,
    );
    expect(last.entries).toHaveLength(250);
    const returned = fill(full, 'refund', 50);
    for (const kind of ['refund', 'correction'] as const)
      expect(() => appendEntry(returned, { kind, amount: 1, corrects: 1 }, author)).toThrow(
        `This ledger has 250 entries, and takes no ${kind} more.`,
      );
    expect(appendCharge(returned, 5, 'Fee', author).entries).toHaveLength(251);
  });

  it('of a person before keeps its amount, and neither its reference nor its reason nor a name', () => {
    const ledger = appendEntry(
      charge(100),
      { kind: 'payment', amount: 40, reference: 'Check 7', reason: 'By mail' },
      { ...author, byName: 'Ann' },
    );
    const { at } = ledger.entries[1] ?? { at: '' };
    expect(withoutEarlierPayers(ledger, at)).toEqual(ledger);
    const given = withoutEarlierPayers(ledger, '2031-03-01T12:00:00.001Z');
    expect(given).toMatchObject({ currency: 'USD' });
    expect(given.entries).toEqual(
      ledger.entries.map((entry) => ({
        ...entry,
        ...{ reference: undefined, reason: undefined, byName: undefined },
      })),
    );
  });
});

describe('a charge that is set anew', () => {
  it('takes back the waivers in its currency, each once', () => {
    const waived = record(charge(10_000), { kind: 'waiver', amount: 30, reason: 'Speaker' });
    const set = setCharge(waived, 8_000, 'Another price', author);
    expect(set.entries.slice(2)).toMatchObject([
      { kind: 'correction', corrects: 2, amount: -3_000, reason: 'Another price' },
      { kind: 'charge', amount: -2_000 },
    ]);
    expect(deriveBalance(set)).toMatchObject({ waived: 0, owed: 8_000 });
    expect(setCharge(set, 9_000, 'Once more', author).entries.slice(4)).toMatchObject([
      { kind: 'charge', amount: 1_000 },
    ]);
    const { entries } = record(charge(10_000, 'EUR'), { kind: 'waiver', amount: 30, reason: 'Speaker' });
    expect(setCharge({ currency: 'USD', entries }, 5_000, 'Dollars', author).entries.slice(2)).toMatchObject([
      { kind: 'charge', amount: 5_000, currency: 'USD' },
    ]);
  });
});
