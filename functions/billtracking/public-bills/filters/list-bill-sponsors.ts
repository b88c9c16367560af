// GET /api/1.0/legislative/public-bills/sponsors
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listBillSponsors } from './contract.ts';
import { listOptions } from './facets.ts';

export const handler = lambda(listBillSponsors, async ({ tenant }) =>
  ok(
    await listOptions(tenant, ({ sponsors }) =>
      sponsors.map(({ personId, name }) => ({ value: personId ?? name, text: name })),
    ),
  ),
);
