// GET /api/v1/Settings/Invoices
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { getInvoiceSettings } from './contract.ts';
import { presentInvoiceSettings } from './invoice-settings.ts';

export const handler = lambda(getInvoiceSettings, async ({ tenant }) => {
  const item = await loadTrainingSettings(tenant);
  return ok(presentInvoiceSettings(item), { version: item.version });
});
