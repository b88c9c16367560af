// Presents ledgers: amounts with their currency.

import type * as z from 'zod';
import { showByName } from '../../../shared/auth/accounts/user-name.ts';
import { fromMinorUnits } from '../../../shared/money/currency.ts';
import { deriveBalance, describeBalance, type Ledger } from './ledger.ts';
import type { PaymentBalance, PaymentLedger } from './schemas.ts';

/** What is owed, in the currency of the ledger and in words. */
export function presentBalance(ledger: Ledger): z.input<typeof PaymentBalance> {
  const { currency } = ledger;
  const { state, charged, waived, paid, refunded, owed, refundDue } = deriveBalance(ledger);
  const toAmount = (minor: number): number => fromMinorUnits(minor, currency);
  return {
    currency,
    state,
    charged: toAmount(charged),
    waived: toAmount(waived),
    paid: toAmount(paid),
    refunded: toAmount(refunded),
    owed: toAmount(owed),
    refundDue: toAmount(refundDue),
    inWords: describeBalance(ledger),
  };
}

/** A ledger with its entries. */
export const presentLedger = (registrationId: string, ledger: Ledger): z.input<typeof PaymentLedger> => ({
  registrationId,
  balance: presentBalance(ledger),
  entries: ledger.entries.map(({ number, kind, amount, currency, ...entry }) => ({
    ...{ number, kind, amount: fromMinorUnits(amount, currency), currency },
    date: entry.date,
    method: entry.method,
    reference: entry.reference,
    reason: entry.reason,
    corrects: entry.corrects,
    by: entry.by,
    byName: showByName(entry).byName,
    at: entry.at,
  })),
});
