// Invoices and credit notes: snapshots that are never changed (docs/interface/training.md#invoices).
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';

/** What a registration is for. */
export const registrationKinds = ['class', 'award'] as const;
export type RegistrationKind = (typeof registrationKinds)[number];

export const documentKinds = ['invoice', 'creditNote'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface InvoiceLine {
  readonly text: string;
  /** In minor units (ISO 4217), as all amounts here; negative for what is taken off. */
  readonly amount: number;
  /** Whether it is what a discount takes off. */
  readonly isDiscount?: true | undefined;
}

export interface InvoiceTax {
  readonly name: string;
  /** In percent. */
  readonly rate: number;
  /** Whether the lines include it. */
  readonly isInclusive: boolean;
  readonly amount: number;
}

/** Who issues documents. */
export interface Issuer {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly taxNumber?: string | undefined;
  readonly paymentTerms?: string | undefined;
  readonly footer?: string | undefined;
}

export interface Recipient {
  readonly name: string;
  readonly organization?: string | undefined;
  readonly addressLines: readonly string[];
}

/** What a registration owed when the document was issued. */
export interface IssuedBalance {
  /** What it is charged in all, with this document. */
  readonly charged: number;
  /** What was paid and not refunded. */
  readonly paid: number;
  readonly due: number;
  readonly refundDue: number;
}

/** What a document says of the charge. */
export interface InvoiceContent {
  readonly kind: DocumentKind;
  readonly lines: readonly InvoiceLine[];
  readonly tax?: InvoiceTax | undefined;
  readonly total: number;
}

/** What the lines add up to: the total without a tax that is added to them. */
export const getSubtotal = ({ total, tax }: Pick<InvoiceContent, 'total' | 'tax'>): number =>
  tax && !tax.isInclusive ? total - tax.amount : total;

/** A registration of a consolidated invoice. */
export interface ConsolidatedRegistration {
  readonly registrationId: string;
  readonly confirmationNumber: string;
  readonly personName: string;
  /** In minor units, with tax. */
  readonly total: number;
}

/**
 * A stored document. It has no id of its person: whose it is, the registration says, so that a merge or an erasure of
 * people leaves the document as it was issued.
 */
export interface InvoiceItem extends VersionedRecord, InvoiceContent {
  readonly type: 'invoice';
  readonly id: string;
  /** The prefix of its kind, and the next number. */
  readonly number: string;
  /** 1, 2, ... among the documents of its registration. */
  readonly position: number;
  /** The registration for a class. A document has this one, `awardRegistrationId` or `registrations`. */
  readonly registrationId?: string | undefined;
  readonly awardRegistrationId?: string | undefined;
  /** Of a consolidated invoice, which an organization gets for many registrations. */
  readonly registrations?: readonly ConsolidatedRegistration[] | undefined;
  /** Whether it is the part of one registration in a consolidated invoice, which has its id and number. */
  readonly isPart?: boolean | undefined;
  /** Absent in a consolidated invoice. */
  readonly confirmationNumber?: string | undefined;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly issuedDate: string;
  /** Until when an invoice is to be paid; absent where the settings have no number of days. */
  readonly dueDate?: string | undefined;
  /** The order of the organization that it refers to. */
  readonly purchaseOrder?: string | undefined;
  /** ISO 4217. */
  readonly currency: string;
  readonly issuer: Issuer;
  readonly recipient: Recipient;
  readonly balance: IssuedBalance;
  /** The invoice that a credit note corrects. */
  readonly corrects?: { readonly id: string; readonly number: string } | undefined;
}
