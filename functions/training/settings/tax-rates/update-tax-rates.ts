// PUT /api/v1/Settings/TaxRates
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadCurrentSettings, writeSettings } from '../store.ts';
import { updateTaxRates } from './contract.ts';
import { applyTaxInput, presentTaxes } from './tax-rates.ts';

export const handler = lambda(updateTaxRates, async (context) => {
  const before = await loadCurrentSettings(context.tenant);
  const after = applyTaxInput(before, context.body, context);
  return writeSettings(context, { setting: 'TaxRates', before, after, present: presentTaxes });
});
