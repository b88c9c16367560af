// PUT /api/v1/Clients/{id}/SignIn
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { replaceClientSignIn } from './administer.ts';
import { presentClient } from './client.ts';
import { setSignIn } from './contract.ts';
import { requireClient } from './store.ts';

export const handler = lambda(setSignIn, async ({ params, body, platform, ifMatch, ...context }) => {
  const before = await requireClient(platform, params.id);
  const { client, changes } = await replaceClientSignIn(platform, before, body, context, ifMatch);
  return write(changes, ok(presentClient(client, context.now), { version: client.version }));
});
