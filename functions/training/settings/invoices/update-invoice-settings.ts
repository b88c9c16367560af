// PUT /api/v1/Settings/Invoices
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadPrintedPrefixes } from '../../invoices/store.ts';
import { loadCurrentSettings, replaceSettings } from '../defaults/store.ts';
import { updateInvoiceSettings } from './contract.ts';
import { applyInvoiceInput, presentInvoiceSettings } from './invoice-settings.ts';

export const handler = lambda(updateInvoiceSettings, async ({ tenant, body, ifMatch, ...context }) => {
  const [before, printed] = await Promise.all([loadCurrentSettings(tenant), loadPrintedPrefixes(tenant)]);
  const after = applyInvoiceInput(before, body, printed, context.now);
  const views = { before: presentInvoiceSettings(before), after: presentInvoiceSettings(after) };
  return write(
    [
      replaceSettings(tenant, before, after, ifMatch),
      auditSettingChange(tenant, { setting: 'Invoices', ...views }, context),
    ],
    ok(views.after, { version: after.version }),
  );
});
