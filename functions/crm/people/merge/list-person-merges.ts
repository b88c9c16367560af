// GET /api/v1/people/{id}/Merges
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listMerges } from '../../merge/list-merges.ts';
import { listPersonMerges } from './contract.ts';
import { presentPersonMerge } from './present.ts';

export const handler = lambda(listPersonMerges, async ({ tenant, params }) =>
  ok({
    data: (await listMerges(tenant, peopleMerges, params.id.toLowerCase())).map(presentPersonMerge),
  }),
);
