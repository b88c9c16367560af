// DELETE /api/v1/Clients/{id}/Secrets/{secretId}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { retireClientSecret } from './administer.ts';
import { presentClient } from './client.ts';
import { retireSecret } from './contract.ts';
import { requireClient } from './store.ts';

export const handler = lambda(retireSecret, async ({ params, platform, ifMatch, ...context }) => {
  const before = await requireClient(platform, params.id);
  const { client, changes } = retireClientSecret(platform, before, params.secretId, context, ifMatch);
  return write(changes, ok(presentClient(client, context.now), { version: client.version }));
});
