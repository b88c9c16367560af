// PUT /api/v1/Views/{viewId}
import { nextVersion } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { updateView } from './contract.ts';
import { assertHasRoom, assertMayShare, buildView, presentView } from './view.ts';
import { isDefaultView, requireView, saveView } from './view-store.ts';

export const handler = lambda(updateView, async ({ tenant, caller, params, body, now, ifMatch }) => {
  const before = await requireView(tenant, caller.subject, params.viewId);
  if (before.owner === undefined) assertMayShare(caller);
  const content = buildView(body, caller);
  if (content.owner !== before.owner) await assertHasRoom(tenant, content.owner);
  const after = nextVersion('view', before.id, content, before, now);
  const isDefault = await isDefaultView(tenant, caller.subject, after);
  return write(
    saveView(tenant, { before, after }, ifMatch),
    ok(presentView(after, tenant.code, isDefault), { version: after.version }),
  );
});
