// Changes and presents who issues invoices.
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import type { DocumentKind } from '../../invoices/ledger/invoice.ts';
import { findOtherUse } from '../../invoices/ledger/store.ts';
import {
  defaultInvoiceSettings,
  getAccounts,
  getInvoiceSettings,
  type InvoiceSettings,
  type TrainingSettingsItem,
} from '../../training-settings.ts';
import { lastModified, nextVersion } from '../version.ts';
import type { InvoiceSettingsInput } from './contract.ts';

/** What was sent, or what there was; null and blank texts remove it. */
const pick = (sent: string | null | undefined, current: string | undefined): string | undefined =>
  sent === undefined ? current : sent || undefined;

const plurals = { invoice: 'invoices', creditNote: 'credit notes' } as const;

/** Why the prefixes would give two documents the same number, now or with what was printed before. */
function validatePrefixes(
  { invoicePrefix, creditNotePrefix }: InvoiceSettings,
  sent: InvoiceSettingsInput,
  printed: ReadonlyMap<string, DocumentKind>,
): ErrorDetail[] {
  if (invoicePrefix.toLowerCase() === creditNotePrefix.toLowerCase())
    return [
      {
        code: 'DUPLICATE_VALUE',
        message: `invoicePrefix and creditNotePrefix must differ, but both were "${invoicePrefix}".`,
        target: sent.invoicePrefix === undefined ? 'creditNotePrefix' : 'invoicePrefix',
      },
    ];
  const sides = [
    { target: 'invoicePrefix', prefix: invoicePrefix, kind: 'invoice' },
    { target: 'creditNotePrefix', prefix: creditNotePrefix, kind: 'creditNote' },
  ] as const;
  return sides.flatMap(({ target, prefix, kind }) => {
    const other = findOtherUse(printed, prefix, kind);
    return other === undefined
      ? []
      : [
          {
            code: 'DUPLICATE_VALUE' as const,
            message: `${target} can't be "${prefix}": ${plurals[other]} were printed with it, and ${plurals[kind]} would repeat their numbers.`,
            target,
          },
        ];
  });
}

/** The names of accounts with what was sent; null and blank texts stand for the default. */
function applyAccounts(
  current: InvoiceSettings['accounts'],
  sent: InvoiceSettingsInput['accounts'],
): InvoiceSettings['accounts'] {
  if (sent === undefined) return current;
  const changed = Object.entries({ ...current, ...sent }).filter(([, name]) => name);
  return sent === null || changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/**
 * The settings with what was sent.
 * @param printed the prefixes of issued documents
 * @throws Failure 400 when two documents would have the same number
 */
export function applyInvoiceInput(
  before: TrainingSettingsItem,
  sent: InvoiceSettingsInput,
  printed: ReadonlyMap<string, DocumentKind>,
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
    accounts: applyAccounts(current.accounts, sent.accounts),
    paymentDays: sent.paymentDays === undefined ? current.paymentDays : (sent.paymentDays ?? undefined),
    reminderDays:
      sent.reminderDays === undefined
        ? current.reminderDays
        : [...new Set(sent.reminderDays)].toSorted((one, other) => one - other),
  };
  throwIfInvalid(validatePrefixes(invoices, sent, printed));
  return { ...before, ...nextVersion(before, now), invoices };
}

export function presentInvoiceSettings(item: TrainingSettingsItem) {
  const {
    legalName,
    addressLines,
    taxNumber,
    invoicePrefix,
    creditNotePrefix,
    paymentTerms,
    footer,
    ...due
  } = getInvoiceSettings(item);
  return {
    legalName: legalName ?? null,
    addressLines: [...addressLines],
    taxNumber: taxNumber ?? null,
    ...{ invoicePrefix, creditNotePrefix },
    paymentTerms: paymentTerms ?? null,
    footer: footer ?? null,
    accounts: getAccounts(item),
    paymentDays: due.paymentDays ?? null,
    reminderDays: [...(due.reminderDays ?? [])],
    modifiedDate: lastModified(item),
  };
}
