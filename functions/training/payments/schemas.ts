// The schemas of ledgers: what is owed, the entries, and what is entered (docs/interface/training.md#payments).
import * as z from 'zod';
import { optionalOrBlank } from '../../../shared/http/lenient.ts';
import { signedMoney } from '../../../shared/money/amount.ts';
import { enteredKinds, entryKinds, entryMethods, paymentStates } from './ledger.ts';

const currency = z.string().meta({ description: 'ISO 4217.', example: 'USD' });
const money = z.number().min(0);

/** What the endpoints that add an entry to a ledger say of themselves. */
export const addPaymentDescription =
  'A record only: no money is moved. Entries are never changed or removed; a wrong one is corrected by another. The same kind and reference sent again changes nothing. Card data in any field is rejected.';

/** What is owed. */
export const PaymentBalance = z
  .strictObject({
    currency,
    state: z.enum(paymentStates).meta({
      description:
        'free: nothing is due. partial: a part is paid. refunded: nothing is due, and what was paid was refunded. waived: what was due was waived, and nothing was paid.',
    }),
    charged: money.meta({ description: 'The fee, with what changes of the registration added or removed.' }),
    waived: money,
    paid: money,
    refunded: money,
    owed: money.meta({ description: 'Still to be paid: charges less waivers and payments, plus refunds.' }),
    refundDue: money.meta({ description: 'To be refunded: what was paid beyond what is due.' }),
    inWords: z.string().meta({ example: '$40.00 of $100.00 is paid; $60.00 is due.' }),
  })
  .meta({ id: 'PaymentBalance', description: 'Derived from the entries of the ledger, in its currency.' });

const PaymentEntry = z
  .strictObject({
    number: z.int().min(1),
    kind: z.enum(entryKinds).meta({
      description:
        'Charges are entered by the platform: the fee, and what a change of the registration changes.',
    }),
    amount: z.number().meta({ description: 'Negative for a charge or a correction that takes away.' }),
    currency,
    date: z.iso.date().optional(),
    method: z.enum(entryMethods).optional(),
    reference: z.string().optional(),
    reason: z.string().optional(),
    corrects: z.int().optional().meta({ description: 'The number of the entry that it corrects.' }),
    by: z.string().meta({ description: 'The subject who entered it; system for the platform.' }),
    byName: z.string().optional(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'PaymentEntry', description: 'An entry of a ledger; never changed.' });

export const PaymentLedger = z
  .strictObject({
    registrationId: z.uuid(),
    balance: PaymentBalance,
    entries: z.array(PaymentEntry).meta({ description: 'The earliest first.' }),
  })
  .meta({ id: 'PaymentLedger' });

const text = (most: number) => z.string().trim().max(most);

export const PaymentEntryRequest = z
  .object({
    kind: z.enum(enteredKinds),
    amount: signedMoney.nullish().meta({
      description:
        'With the decimals of the currency. By default what is owed, or for a refund what was paid. A correction needs one, and it may be negative: it is added to the corrected entry.',
    }),
    currency: optionalOrBlank(z.string().trim().toUpperCase().length(3).nullable()).meta({
      description: 'If it is sent, it must be the currency of the registration.',
    }),
    date: z.iso.date().nullish().meta({ description: 'Today in the time zone of the tenant by default.' }),
    method: optionalOrBlank(z.enum(entryMethods).nullable()),
    reference: text(100).nullish().meta({
      description:
        'The number of an order, an invoice or a cheque. It names one entry of its kind: the same one sent again changes nothing.',
    }),
    reason: text(1000).nullish().meta({ description: 'Required for a waiver and a correction.' }),
    corrects: z.int().min(1).nullish().meta({
      description: 'For a correction: the number of the payment, refund or waiver that it corrects.',
    }),
  })
  .refine(({ kind, amount }) => kind !== 'correction' || amount, {
    path: ['amount'],
    message: 'A correction needs an amount, which is added to the corrected entry: -10 for 10 less.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .refine(({ kind, amount }) => kind === 'correction' || typeof amount !== 'number' || amount > 0, {
    path: ['amount'],
    message: 'The amount of a payment, a refund or a waiver must be more than 0.',
    params: { code: 'OUT_OF_RANGE' },
  })
  .refine(({ kind, reason }) => reason || (kind !== 'correction' && kind !== 'waiver'), {
    path: ['reason'],
    message: 'A waiver and a correction need a reason.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .refine(({ kind, corrects }) => kind !== 'correction' || corrects, {
    path: ['corrects'],
    message: 'A correction needs corrects, the number of the entry that it corrects.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .refine(({ kind, corrects }) => kind === 'correction' || !corrects, {
    path: ['corrects'],
    message: 'corrects is only for a correction; leave it out, or send kind correction.',
    params: { code: 'NOT_ALLOWED' },
  })
  .meta({ id: 'PaymentEntryRequest', description: 'Card data in any field is rejected.' });
export type PaymentEntryInput = z.output<typeof PaymentEntryRequest>;
