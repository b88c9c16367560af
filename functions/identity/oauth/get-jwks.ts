// GET /.well-known/jwks.json
import { listPublishedKeys } from '../../../shared/auth/tokens/key-store.ts';
import { buildKeySet, keySetMaxAge } from '../../../shared/auth/tokens/keys.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getJwks } from './contract.ts';

export const handler = lambda(getJwks, async ({ platform }) =>
  ok(buildKeySet(await listPublishedKeys(platform)), {
    headers: { 'Cache-Control': `public, max-age=${keySetMaxAge}` },
  }),
);
