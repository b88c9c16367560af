// GET /api/v1/Exports/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getExport } from './contract.ts';
import { presentExport } from './present.ts';
import { requireExport } from './store.ts';

export const handler = lambda(getExport, async (context) => {
  const { tenant, params, caller, receivedAt } = context;
  const item = await requireExport(tenant, params.id, { caller, receivedAt });
  // Composed: each read has new links.
  return ok(presentExport(item, context), { version: item.version, isComposed: true });
});
