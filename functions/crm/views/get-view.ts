// GET /api/v1/Views/{viewId}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getView } from './contract.ts';
import { presentView } from './view.ts';
import { isDefaultView, requireView } from './view-store.ts';

export const handler = lambda(getView, async ({ tenant, caller, params }) => {
  const view = await requireView(tenant, caller.subject, params.viewId);
  const isDefault = await isDefaultView(tenant, caller.subject, view);
  return ok(presentView(view, tenant.code, isDefault), { version: view.version });
});
