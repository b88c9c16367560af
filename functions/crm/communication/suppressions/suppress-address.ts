// POST /api/v1/Suppressions
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadAddress, saveAddress } from '../../../../shared/mail-consent/store.ts';
import { suppressAddress } from './contract.ts';
import { presentSuppression } from './present.ts';

export const handler = lambda(suppressAddress, async ({ tenant, body, now }) => {
  const before = await loadAddress(tenant, body.email);
  const suppressed = before.suppressed ?? { reason: 'staff', date: now.toISOString(), detail: body.note };
  const reply = ok(presentSuppression({ ...before, suppressed }, true));
  return before.suppressed ? reply : write([saveAddress(tenant, before, { suppressed })], reply);
});
