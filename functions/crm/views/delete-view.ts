// DELETE /api/v1/Views/{viewId}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteView } from './contract.ts';
import { assertMayShare } from './view.ts';
import { removeView, requireView } from './view-store.ts';

export const handler = lambda(deleteView, async ({ tenant, caller, params, ifMatch }) => {
  const view = await requireView(tenant, caller.subject, params.viewId);
  if (view.owner === undefined) assertMayShare(caller);
  return write([removeView(tenant, view, ifMatch)], noContent());
});
