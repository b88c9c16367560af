// PUT /api/v1/Clients/{id}/Scopes
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { replaceClientScopes } from './administer.ts';
import { presentClient } from './client.ts';
import { setScopes } from './contract.ts';
import { requireClient } from './store.ts';

export const handler = lambda(setScopes, async ({ params, body, platform, ifMatch, ...context }) => {
  const before = await requireClient(platform, params.id);
  const { client, changes } = await replaceClientScopes(platform, before, body.scopes, context, ifMatch);
  return write(changes, ok(presentClient(client, context.now), { version: client.version }));
});
