// Changes and presents who issues invoices.
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import {
  defaultInvoiceSettings,
  getInvoiceSettings,
  type InvoiceSettings,
  type TrainingSettingsItem,
} from '../../training-settings.ts';
import { lastModified, nextVersion } from '../defaults/change.ts';
import type { InvoiceSettingsInput } from './contract.ts';

/** What was sent, or what there was; null and blank texts remove it. */
const pick = (sent: string | null | undefined, current: string | undefined): string | undefined =>
  sent === undefined ? current : sent || undefined;

/**
 * The settings with what was sent.
 * @throws Failure 400 when invoices and credit notes would have the same numbers
 */
export function applyInvoiceInput(
  before: TrainingSettingsItem,
  sent: InvoiceSettingsInput,
  now: Date,
): TrainingSettingsItem {
  const current = getInvoiceSettings(before);
  const { addressLines, invoicePrefix, creditNotePrefix } = defaultInvoiceSettings;
  const invoices: InvoiceSettings = {
    legalName: pick(sent.legalName, current.legalName),
    addressLines:
      sent.addressLines === undefined ? current.addressLines : (sent.addressLines ?? addressLines),
    taxNumber: pick(sent.taxNumber, current.taxNumber),
    invoicePrefix:
      sent.invoicePrefix === undefined ? current.invoicePrefix : (sent.invoicePrefix ?? invoicePrefix),
    creditNotePrefix:
      sent.creditNotePrefix === undefined
        ? current.creditNotePrefix
        : (sent.creditNotePrefix ?? creditNotePrefix),
    paymentTerms: pick(sent.paymentTerms, current.paymentTerms),
    footer: pick(sent.footer, current.footer),
  };
  if (invoices.invoicePrefix === invoices.creditNotePrefix)
    throwIfInvalid([
      {
        code: 'DUPLICATE_VALUE',
        message: `invoicePrefix and creditNotePrefix must differ, but both were "${invoices.invoicePrefix}".`,
        target: sent.invoicePrefix === undefined ? 'creditNotePrefix' : 'invoicePrefix',
      },
    ]);
  return { ...before, ...nextVersion(before, now), invoices };
}

export function presentInvoiceSettings(item: TrainingSettingsItem) {
  const { legalName, addressLines, taxNumber, invoicePrefix, creditNotePrefix, paymentTerms, footer } =
    getInvoiceSettings(item);
  return {
    legalName: legalName ?? null,
    addressLines: [...addressLines],
    taxNumber: taxNumber ?? null,
    ...{ invoicePrefix, creditNotePrefix },
    paymentTerms: paymentTerms ?? null,
    footer: footer ?? null,
    modifiedDate: lastModified(item),
  };
}
