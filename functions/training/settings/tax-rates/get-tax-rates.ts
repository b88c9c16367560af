// GET /api/v1/Settings/TaxRates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { getTaxRates } from './contract.ts';
import { presentTaxes } from './tax-rates.ts';

export const handler = lambda(getTaxRates, async ({ tenant }) => {
  const item = await loadTrainingSettings(tenant);
  return ok(presentTaxes(item), { version: item.version });
});
