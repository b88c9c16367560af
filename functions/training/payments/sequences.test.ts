// Whatever happens to a registration, and in whatever order, its ledger and its documents add up
// (docs/interface/training.md#payments). A failure names its seed and its path: pass both to fc.assert to repeat it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildAwardRegistration, changeStatus } from '../awards/registration/award-registration.ts';
import { buildNextContent, sumInvoiced } from '../invoices/ledger/billing.ts';
import type { InvoiceItem } from '../invoices/ledger/invoice.ts';
import { isSameTax, listTaxedCharges } from '../invoices/ledger/taxed-charges.ts';
import { buildPrice, computeTax, type Price, type TaxTerms } from '../prices/price.ts';
import type { AwardRegistrationItem } from '../records/training-record/certification.ts';
import {
  applyLedger,
  buildPayment,
  closePayment,
  closePaymentWithFee,
  closePaymentWithRefund,
  getAmountOwed,
  transferPayment,
} from '../registrations/record/payment.ts';
import type { Payment } from '../registrations/record/registration.ts';
import { recordEntry } from './entry-input.ts';
import { deriveBalance, emptyLedger, getCorrectedAmount, type Ledger } from './ledger.ts';
import { type PaymentEntryInput, PaymentEntryRequest } from './schemas.ts';

const at = new Date('2031-03-01T12:00:00Z');
const author = { by: 'ann', at };
const salesTax = { rateId: 'sales', name: 'Sales tax', rate: 8.875, isInclusive: false };
const taxes = [salesTax, { rateId: 'vat', name: 'VAT', rate: 20, isInclusive: true }, undefined];

/** What a registration is in, and what was agreed for it, in minor units. */
type Agreement =
  | {
      readonly phase: 'held';
      readonly price: number;
      readonly keptAtEnd: number;
      /** The documents of earlier registrations for the award. */
      readonly documentsAtEnd?: readonly InvoiceItem[];
      /** What was waived of them, which may be charged again. */
      readonly waivedAtEnd?: number;
    }
  /** The fee of a cancellation; without one, the person owes nothing more. */
  | { readonly phase: 'ended'; readonly fee?: number | undefined; readonly chargedAtEnd: number };

interface Registration {
  readonly payment: Payment;
  readonly ledger: Ledger;
  readonly agreement: Agreement;
  readonly price: Price;
  readonly documents: readonly InvoiceItem[];
}

const step = fc.record({
  op: fc.constantFrom('pay', 'refund', 'waive', 'reinstate', 'correct', 'change', 'end', 'again'),
  amount: fc.integer({ min: 1, max: 15_000 }),
  entry: fc.nat(20),
  isDefault: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Kind = 'class' | 'award';

const priceFor = (fee: number, tax: TaxTerms | undefined = salesTax): Price =>
  buildPrice(fee, 'USD', undefined, tax);
const netCharge = (ledger: Ledger): number => {
  const { charged, waived } = deriveBalance(ledger);
  return charged - waived;
};

/** The award registration of a ledger, as much as its rules read. */
const awardWith = (ledger: Ledger, status: AwardRegistrationItem['status']) =>
  ({
    id: 'r',
    personName: 'Ann',
    awardName: 'CPM',
    status,
    ledger,
    modifiedDate: at.toISOString(),
  }) as unknown as AwardRegistrationItem;
const registerForAward = (price: Price, before?: Ledger): Ledger => {
  const award = { id: 'a', name: 'CPM', price: price.total / 100 };
  const fields = { id: 'r', registeredBy: 'ann', price } as never;
  const earlier = before && awardWith(before, 'Withdrawn');
  return buildAwardRegistration(award, fields, 'Active', earlier, at, 'USD').ledger ?? emptyLedger('USD');
};

function begin(kind: Kind, fee: number): Registration {
  const price = priceFor(fee);
  const payment = buildPayment(price.total / 100, 'Invoice', 'USD', author);
  const ledger = kind === 'class' ? payment.ledger : registerForAward(price);
  if (!ledger) throw new Error('A new registration has a ledger');
  const agreement = { phase: 'held', price: price.total, keptAtEnd: 0 } as const;
  return { payment: { ...payment, ledger }, ledger, agreement, price, documents: [] };
}

/** What a person enters in a step. */
function buildInput(
  { op, amount, entry, isDefault }: Step,
  { entries }: Ledger,
): PaymentEntryInput | undefined {
  const part = isDefault ? undefined : amount / 100;
  const reason = 'Decided by the office.';
  if (op === 'pay') return { kind: 'payment', amount: part };
  if (op === 'refund') return { kind: 'refund', amount: part };
  if (op === 'waive') return { kind: 'waiver', amount: part, reason };
  const wanted = op === 'reinstate' ? 'waiver' : 'payment';
  const found = entries.filter(({ kind }) => kind === wanted);
  const corrected = found[entry % Math.max(1, found.length)];
  const by = corrected && -(isDefault ? corrected.amount : amount) / 100;
  return corrected && { kind: 'correction', corrects: corrected.number, amount: by, reason };
}

function endRegistration(kind: Kind, before: Registration, { amount, entry }: Step): Registration {
  const { payment, ledger } = before;
  if (kind === 'award') {
    const after =
      changeStatus(awardWith(ledger, 'Active'), 'Withdrawn', 'ann', undefined, at).ledger ?? ledger;
    return { ...before, ledger: after, agreement: { phase: 'ended', chargedAtEnd: netCharge(after) } };
  }
  const closed = [
    closePayment(payment, author),
    closePaymentWithRefund(payment, author),
    closePaymentWithFee(payment, amount, 'Cancelled', author),
  ][entry % 3];
  const after = closed?.ledger;
  if (!after) throw new Error('A closed payment has a ledger');
  const fee = entry % 3 === 2 ? Math.min(amount, netCharge(ledger)) : undefined;
  if (entry % 3 === 1)
    expect(deriveBalance(after)).toMatchObject({ owed: 0, refundDue: deriveReceived(ledger) });
  return {
    ...before,
    payment: closed,
    ledger: after,
    agreement: { phase: 'ended', fee, chargedAtEnd: netCharge(after) },
  };
}

const deriveReceived = (ledger: Ledger): number => {
  const { paid, refunded } = deriveBalance(ledger);
  return paid - refunded;
};

/** The registration after a step; undefined where the step is not possible. */
function take(kind: Kind, before: Registration, next: Step): Registration | undefined {
  const { agreement, payment, ledger } = before;
  if (next.op === 'end') return agreement.phase === 'held' ? endRegistration(kind, before, next) : undefined;
  if (next.op === 'change') {
    if (agreement.phase !== 'held' || kind !== 'class') return undefined;
    const price = priceFor(next.amount);
    const moved = transferPayment(payment, price.total / 100, author);
    const after = { ...before, payment: moved, ledger: moved.ledger ?? ledger, price, documents: [] };
    return { ...after, agreement: { phase: 'held', price: price.total, keptAtEnd: 0 } };
  }
  if (next.op === 'again') {
    if (agreement.phase !== 'ended' || kind !== 'award') return undefined;
    // The rate of tax may have changed meanwhile.
    const price = buildPrice(before.price.fee, 'USD', undefined, taxes[next.entry % taxes.length]);
    return {
      ...before,
      ...{ price, ledger: registerForAward(price, ledger) },
      agreement: {
        phase: 'held',
        price: price.total,
        keptAtEnd: deriveBalance(ledger).charged,
        documentsAtEnd: before.documents,
        waivedAtEnd: deriveBalance(ledger).waived,
      },
    };
  }
  const input = buildInput(next, ledger);
  if (!input || !PaymentEntryRequest.safeParse(input).success) return undefined;
  try {
    const after = recordEntry(ledger, input, author, '2031-03-01').ledger;
    return { ...before, ledger: after, payment: applyLedger(payment, ledger, after) };
  } catch {
    return undefined;
  }
}

/** What the entries say without the rules of the ledger: each counts by its kind, a correction by that of its entry. */
function sumSigned({ entries }: Ledger): number {
  const signs = { charge: 1, payment: -1, refund: 1, waiver: -1, correction: 0 } as const;
  return entries.reduce((sum, { kind, corrects, amount }) => {
    const counted = corrects === undefined ? kind : entries[corrects - 1]?.kind;
    return counted ? sum + signs[counted] * amount : sum;
  }, 0);
}

/** The registration with the documents that it calls for: a credit note and an invoice, where the rate of tax changed. */
function issueDocuments(registration: Registration): Registration {
  const { price, ledger, documents } = registration;
  const charges = listTaxedCharges(ledger, price.tax, undefined);
  const content = buildNextContent('Records', price, charges, documents);
  return content
    ? issueDocuments({ ...registration, documents: [...documents, content as InvoiceItem] })
    : registration;
}

/** The documents of each tax have the tax of what they add up to, and what was kept earlier keeps its own. */
function assertTaxesAddUp({ documents, agreement, price, ledger }: Registration): void {
  for (const tax of taxes) {
    const isUnder = (document: InvoiceItem): boolean => isSameTax(document.tax, tax);
    const under = documents.filter(isUnder);
    const total = sumInvoiced(under);
    expect(total).toBeGreaterThanOrEqual(0);
    const sum = under.reduce(
      (before, each) => before + (each.kind === 'invoice' ? 1 : -1) * (each.tax?.amount ?? 0),
      0,
    );
    expect(sum).toBe(tax ? computeTax(total, { rate: tax.rate, isInclusive: true }) : 0);
    if (agreement.phase !== 'held') continue;
    const { documentsAtEnd = [], waivedAtEnd = 0 } = agreement;
    const charged = isSameTax(price.tax, tax) ? price.total : 0;
    const earlier = sumInvoiced(documentsAtEnd.filter(isUnder)) + waivedAtEnd;
    expect(total).toBeLessThanOrEqual(charged + earlier);
    if (deriveBalance(ledger).waived === 0) expect(total).toBeGreaterThanOrEqual(charged);
  }
}

function assertAddsUp(kind: Kind, { ledger, agreement, payment, documents }: Registration): void {
  const { state, charged, waived, paid, refunded, owed, refundDue } = deriveBalance(ledger);
  const received = paid - refunded;
  expect(owed - refundDue).toBe(sumSigned(ledger));
  expect(owed - refundDue).toBe(charged - waived - received);
  expect(Math.min(owed, refundDue)).toBe(0);
  for (const sum of [waived, charged - waived, refunded, received]) expect(sum).toBeGreaterThanOrEqual(0);
  if (agreement.phase === 'held') {
    // What is charged beyond the price and its waivers was kept of an earlier registration.
    const kept = charged - agreement.price;
    expect(kept).toBeGreaterThanOrEqual(0);
    expect(kept).toBeLessThanOrEqual(agreement.keptAtEnd);
    if (waived === 0) expect(kept).toBeLessThanOrEqual(received);
  } else if (agreement.fee !== undefined) expect(charged).toBe(agreement.fee);
  else {
    expect(owed).toBe(0);
    expect(charged).toBeLessThanOrEqual(agreement.chargedAtEnd);
  }
  expect(owed > 0).toBe(state === 'unpaid' || state === 'partial');
  expect(received > 0).toBe(state === 'partial' || state === 'paid');
  if (kind === 'class') expect(Math.round(getAmountOwed(payment) * 100)).toBe(owed);
  // The documents, and the receipts less the refunds.
  expect(sumInvoiced(documents)).toBe(charged - waived);
  const receipts = ledger.entries
    .filter((entry) => entry.kind === 'payment')
    .reduce((sum, entry) => sum + getCorrectedAmount(ledger, entry), 0);
  expect(receipts - refunded).toBe(charged - waived - owed + refundDue);
}

it.each(['class', 'award'] as const)('the registration for a %s adds up after every step', (kind) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15_000 }), fc.array(step, { maxLength: 20 }), (fee, steps) => {
      let registration = issueDocuments(begin(kind, fee));
      for (const next of steps) {
        const { entries } = registration.ledger;
        const after = take(kind, registration, next);
        if (!after) continue;
        registration = issueDocuments(after);
        expect(registration.ledger.entries.slice(0, entries.length)).toEqual(entries);
        assertAddsUp(kind, registration);
        assertTaxesAddUp(registration);
      }
    }),
    { numRuns: 500 },
  );
});
