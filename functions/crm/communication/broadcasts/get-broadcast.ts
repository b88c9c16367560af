// GET /api/v1/Broadcasts/{id}

import { requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getBroadcast } from './contract.ts';
import { loadAndPresent } from './present.ts';

export const handler = lambda(getBroadcast, async ({ tenant, params }) => {
  const item = await requireBroadcast(tenant, params.id);
  return ok(await loadAndPresent(tenant, item), { version: item.version, isComposed: true });
});
