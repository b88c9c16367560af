// POST /api/v1/Views
import { nextVersion } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createView } from './contract.ts';
import { assertHasRoom, buildView, presentView } from './view.ts';
import { saveView } from './view-store.ts';

export const handler = lambda(createView, async ({ tenant, caller, body, newId, now, url }) => {
  const content = buildView(body, caller);
  await assertHasRoom(tenant, content.owner);
  const after = nextVersion('view', newId(), content, undefined, now);
  return write(
    saveView(tenant, { before: undefined, after }),
    created(presentView(after, tenant.code, false), url(`/api/v1/Views/${after.id}`), {
      version: after.version,
    }),
  );
});
