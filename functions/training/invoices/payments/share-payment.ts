// Shares the payment of an invoice by its registrations (docs/interface/training.md#consolidated-invoices).
import type { TenantStore } from '../../../../shared/data/store.ts';
import { loadOpenParts } from '../due/load-open-amount.ts';
import type { InvoiceItem } from '../ledger/invoice.ts';

/** What a registration owes of an invoice, in minor units. */
export interface OpenShare {
  readonly registrationId: string;
  readonly open: number;
  /** What an earlier request has recorded of the payment. */
  readonly recorded: number;
  /** The whole payment, as that request had it. */
  readonly shareOf?: number | undefined;
}

/** The registrations of an invoice with what is open of each. @param reference that of the payment */
export const loadShares = async (
  tenant: TenantStore,
  invoice: InvoiceItem,
  reference: string,
): Promise<OpenShare[]> =>
  (await loadOpenParts(tenant, invoice)).map(({ registrationId, open, ledger }) => {
    const same = ledger?.entries.find(
      (entry) => entry.kind === 'payment' && entry.reference?.toLowerCase() === reference.toLowerCase(),
    );
    return { registrationId, open, recorded: same?.amount ?? 0, shareOf: same?.shareOf };
  });

/**
 * The whole of a payment that an earlier request has begun, in minor units; undefined where none has. Shares from before the whole was stored do not say it.
 */
export function findKnownPayment(shares: readonly OpenShare[]): number | undefined {
  const [begun] = shares.filter(({ recorded }) => recorded > 0);
  return begun?.shareOf;
}

/** The share of each registration: what was recorded of it, else what is open, in their order until the payment is used up. */
export function sharePayment(
  shares: readonly OpenShare[],
  paid: number,
): { readonly registrationId: string; readonly share: number }[] {
  let left = paid - shares.reduce((sum, { recorded }) => sum + recorded, 0);
  return shares.flatMap(({ registrationId, open, recorded }) => {
    const share = recorded > 0 ? recorded : Math.min(open, Math.max(0, left));
    if (recorded === 0) left -= share;
    return share > 0 ? [{ registrationId, share }] : [];
  });
}
