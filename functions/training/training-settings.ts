// The settings of training that are not lists: the defaults of classes and of certifications.

import type { Key, TenantStore } from '../../shared/data/store.ts';
import type { VersionedRecord } from '../../shared/data/versioned-record.ts';
import type { CancellationTerms } from './prices/cancellation-terms.ts';
import type { TaxTerms } from './prices/price.ts';
import type { SelfReportedLimit } from './self-reported-limit.ts';

/** The registration settings that a class has by default. */
export interface RegistrationDefaults {
  /**
   * How long an offered seat is held, in hours (docs/interface/training.md#waitlist: 48 by default). With 0 it is
   * confirmed at once.
   */
  readonly offerHours: number;
  /** Whether a registration holds a seat while it waits for approval. */
  readonly pendingHoldsSeat: boolean;
  /** Whether a person may register again for a class after a denial. */
  readonly mayReapplyAfterDenial: boolean;
  readonly waitlistSize: number;
  /** What cancellations cost where neither the class nor its course says it. */
  readonly cancellation?: CancellationTerms | undefined;
  /** How many days before a class its registrants are reminded. */
  readonly reminderDays: readonly number[];
}

/** A rate of tax. */
export interface TaxRate {
  readonly id: string;
  readonly name: string;
  /** In percent. */
  readonly rate: number;
  /** Whether fees include the tax. */
  readonly isInclusive: boolean;
  /** No longer offered; classes that have it keep it. */
  readonly isRetired: boolean;
}

export interface TaxSettings {
  readonly rates: readonly TaxRate[];
  /** The rate of fees that have none of their own. */
  readonly defaultRateId?: string | undefined;
}

/** The rate of a fee: its own, or that of the tenant; undefined for no tax. */
export function findTaxRate(
  { taxes }: Pick<TrainingSettingsItem, 'taxes'>,
  ownRateId: string | undefined,
): TaxTerms | undefined {
  const rateId = ownRateId ?? taxes?.defaultRateId;
  const found = taxes?.rates.find(({ id }) => id === rateId);
  return found && { rateId: found.id, name: found.name, rate: found.rate, isInclusive: found.isInclusive };
}

/** Who issues invoices, and how they are numbered. */
export interface InvoiceSettings {
  /** The name of the tenant by default. */
  readonly legalName?: string | undefined;
  readonly addressLines: readonly string[];
  readonly taxNumber?: string | undefined;
  readonly invoicePrefix: string;
  readonly creditNotePrefix: string;
  readonly paymentTerms?: string | undefined;
  readonly footer?: string | undefined;
  /** In how many days after its issue an invoice is to be paid; without it, invoices have no due date. */
  readonly paymentDays?: number | undefined;
  /** How many days after the due date the recipient of an unpaid invoice is reminded. */
  readonly reminderDays?: readonly number[] | undefined;
  /** The accounts of the journal that have other names than by default. */
  readonly accounts?: Partial<Accounts> | undefined;
}

/** The accounts of the journal by what they are for. */
export const defaultAccounts = {
  receivable: 'Accounts Receivable',
  classRevenue: 'Training Revenue',
  awardRevenue: 'Certification Revenue',
  discounts: 'Discounts',
  tax: 'Sales Tax Payable',
  bank: 'Undeposited Funds',
} as const;
export type Accounts = Readonly<Record<keyof typeof defaultAccounts, string>>;

export const getAccounts = (settings: Pick<TrainingSettingsItem, 'invoices'>): Accounts => ({
  ...defaultAccounts,
  ...settings.invoices?.accounts,
});

export const defaultInvoiceSettings: InvoiceSettings = {
  addressLines: [],
  invoicePrefix: 'INV-',
  creditNotePrefix: 'CN-',
};

export const getInvoiceSettings = ({ invoices }: Pick<TrainingSettingsItem, 'invoices'>): InvoiceSettings =>
  invoices ?? defaultInvoiceSettings;

export interface CertificationDefaults {
  /** For how many days after the last valid day credits still count and the certification can still be renewed. */
  readonly graceDays: number;
  /** From how many days before the last valid day a certification can be renewed. */
  readonly renewalOpensDays: number;
  /** How many days before the last valid day the holder is notified. */
  readonly reminderDays: readonly number[];
  /** The role whose holders look after awards; `staff` where it was never set. */
  readonly officeRole?: string | undefined;
}

/** The role whose holders are notified of registrations for awards. */
export const getOfficeRole = ({ officeRole = 'staff' }: Pick<CertificationDefaults, 'officeRole'>): string =>
  officeRole;

/** What people may report themselves (docs/interface/training.md#self-reported-credits). */
export interface SelfReportedSettings {
  /** The credit types of which nobody may report credits. */
  readonly excludedTypes: readonly string[];
  readonly limits: readonly SelfReportedLimit[];
  /** The role whose holders are notified of a report. */
  readonly reviewerRole?: string | undefined;
  /** Whether people may write their own licenses; absent until it is set: they may not. */
  readonly mayWriteLicenses?: boolean | undefined;
}

/** Fifty years. */
export const maxRetakeMonths = 600;
export const retakeRegistrations = ['allow', 'refuse'] as const;

/** What happens when somebody takes a course that gave them credits already. */
export interface RetakeRule {
  /** Within how many months the course gives no credits again; 0 when it always does. */
  readonly months: number;
  /** Whether they may register for a class of it nevertheless. */
  readonly registration: (typeof retakeRegistrations)[number];
}

export const defaultRetakeRule: RetakeRule = { months: 0, registration: 'allow' };

export const unmetExperienceModes = ['declaration', 'block'] as const;
export type UnmetExperience = (typeof unmetExperienceModes)[number];

/** The stored settings of training. The fiscal year and the access policy are stored with the tenant. */
export interface TrainingSettingsItem extends VersionedRecord {
  readonly type: 'training-settings';
  readonly id: 'training-settings';
  /** ISO 4217. */
  readonly currency: string;
  /**
   * What a registration needs where experience is required: a declaration, or an override. Absent in settings from before
   * it could be set: a declaration.
   */
  readonly unmetExperience?: UnmetExperience | undefined;
  /** The rule of courses that have none of their own; absent until it is set: they always give credits. */
  readonly retake?: RetakeRule | undefined;
  readonly registration: RegistrationDefaults;
  readonly certification: CertificationDefaults;
  /** Absent until it is set: no tax. */
  readonly taxes?: TaxSettings | undefined;
  /** Absent until it is set. */
  readonly invoices?: InvoiceSettings | undefined;
  /** Absent until it is set: people may report credits of every type, and all that are approved count. */
  readonly selfReported?: SelfReportedSettings | undefined;
}

/** The settings of a tenant that has changed none. */
export const defaultTrainingSettings: TrainingSettingsItem = {
  type: 'training-settings',
  id: 'training-settings',
  currency: 'USD',
  unmetExperience: 'declaration',
  registration: {
    offerHours: 48,
    pendingHoldsSeat: true,
    mayReapplyAfterDenial: true,
    waitlistSize: 0,
    reminderDays: [7, 1],
  },
  certification: { graceDays: 30, renewalOpensDays: 90, reminderDays: [90, 60, 30, 7] },
  version: 0,
  createdDate: '1970-01-01T00:00:00.000Z',
  modifiedDate: '1970-01-01T00:00:00.000Z',
  schemaVersion: 1,
};

export const trainingSettingsKey = (tenant: TenantStore): Key<TrainingSettingsItem> =>
  tenant.key('TRAINING-SETTINGS', 'SETTINGS');

/** The currency of the tenant's prices, where settings were read with other records. */
export const findCurrency = (items: readonly ({ readonly type: string } | undefined)[]): string =>
  items.find((item): item is TrainingSettingsItem => item?.type === 'training-settings')?.currency ??
  defaultTrainingSettings.currency;

/** The tenant's settings of training, or the defaults. One read. */
export const loadTrainingSettings = async (tenant: TenantStore): Promise<TrainingSettingsItem> =>
  (await tenant.get(trainingSettingsKey(tenant))) ?? defaultTrainingSettings;
