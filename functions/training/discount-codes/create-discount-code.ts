// POST /api/v1/DiscountCodes
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import { createDiscountCode } from './contract.ts';
import { buildDiscountCode, presentDiscountCode, validateCode } from './discount-code.ts';
import { validateReferences } from './references.ts';
import { insertDiscountCode } from './store.ts';

export const handler = lambda(createDiscountCode, async (context) => {
  const { tenant, body, url, now, newId } = context;
  const [{ currency }, faults] = await Promise.all([
    loadTrainingSettings(tenant),
    validateReferences(tenant, body),
  ]);
  const item = buildDiscountCode(newId(), body, currency, now);
  throwIfInvalid([...validateCode(item, body), ...faults]);
  const view = presentDiscountCode(item, 0);
  const change = { recordType: 'DiscountCode', recordId: item.id, after: view } as const;
  return write(
    [...(await insertDiscountCode(tenant, item)), auditRecordChange(tenant, change, context)],
    created(view, url(`/api/v1/DiscountCodes/${item.id}`), { version: item.version }),
  );
});
