// GET /api/v1/Clients/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentClient } from './client.ts';
import { getClient } from './contract.ts';
import { requireClient } from './store.ts';

export const handler = lambda(getClient, async ({ params, platform, now }) => {
  const client = await requireClient(platform, params.id);
  return ok(presentClient(client, now), { version: client.version, isComposed: true });
});
