// POST /api/v1/Clients/{id}/Revoke
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { revokeClientAccess } from './administer.ts';
import { presentClient } from './client.ts';
import { revokeClient } from './contract.ts';
import { requireClient } from './store.ts';

export const handler = lambda(revokeClient, async ({ params, platform, ifMatch, ...context }) => {
  const before = await requireClient(platform, params.id);
  const { client, changes } = await revokeClientAccess(platform, before, context, ifMatch);
  return write(changes, ok(presentClient(client, context.now), { version: client.version }));
});
