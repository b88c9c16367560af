// Payments, refunds and their corrections in the order in which they were recorded, for accounting
// (docs/interface/training.md#accounting). A posting is never changed, so that what was exported stays as it is.
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { Ledger, LedgerEntry } from '../../payments/ledger.ts';
import { type BilledRegistration, nameRegistration } from './billed-registration.ts';

/** A posting; it has no id or name of a person. */
export interface PostingItem {
  readonly type: 'ledger-posting';
  readonly registrationId?: string | undefined;
  readonly awardRegistrationId?: string | undefined;
  readonly confirmationNumber: string;
  /** Of the entry in the ledger. */
  readonly number: number;
  readonly kind: 'payment' | 'refund';
  /** In minor units; negative for a correction that takes away. */
  readonly amount: number;
  readonly currency: string;
  /** The day of the payment, which may be before the day on which it was recorded. */
  readonly date?: string | undefined;
  readonly reference?: string | undefined;
  /** The number of the entry that it corrects. */
  readonly corrects?: number | undefined;
  readonly at: string;
}

/** All postings in the order in which they were recorded, by `at`. */
export const postingsByTime = (tenant: TenantStore): Partition<PostingItem> =>
  tenant.listing<PostingItem>('LEDGER-POSTINGS');

/** Whether an entry moves money, be it as the correction of one that does. */
function findKind({ entries }: Ledger, { kind, corrects }: LedgerEntry): PostingItem['kind'] | undefined {
  const of = corrects === undefined ? kind : entries.find(({ number }) => number === corrects)?.kind;
  return of === 'payment' || of === 'refund' ? of : undefined;
}

/** The postings of the entries that a ledger has beyond those that it had before. */
export const postEntries = (
  tenant: TenantStore,
  registration: BilledRegistration,
  before: Ledger,
): Change[] => {
  const { ledger, id, confirmationNumber } = registration;
  return ledger.entries.slice(before.entries.length).flatMap((entry) => {
    const kind = findKind(ledger, entry);
    if (kind === undefined) return [];
    const { number, amount, currency, date, reference, corrects, at } = entry;
    const item: PostingItem = {
      type: 'ledger-posting',
      ...nameRegistration(registration),
      ...{ confirmationNumber, number, kind, amount, currency, date, reference, corrects, at },
    };
    return [
      put(tenant.key<PostingItem>(`LEDGER-POSTING#${id}`, String(number).padStart(6, '0')), item, {
        condition: ifAbsent,
        onConflict: 'retry',
        listed: { listing: postingsByTime(tenant), sort: `${at}#${id}#${number}` },
      }),
    ];
  });
};
