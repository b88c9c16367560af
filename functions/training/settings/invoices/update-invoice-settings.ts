// PUT /api/v1/Settings/Invoices
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadPrintedPrefixes } from '../../invoices/ledger/store.ts';
import { loadCurrentSettings, writeSettings } from '../store.ts';
import { updateInvoiceSettings } from './contract.ts';
import { applyInvoiceInput, presentInvoiceSettings } from './invoice-settings.ts';

export const handler = lambda(updateInvoiceSettings, async (context) => {
  const { tenant, body, now } = context;
  const [before, printed] = await Promise.all([loadCurrentSettings(tenant), loadPrintedPrefixes(tenant)]);
  const after = applyInvoiceInput(before, body, printed, now);
  return writeSettings(context, { setting: 'Invoices', before, after, present: presentInvoiceSettings });
});
