// DELETE /api/v1/Awards/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { refuseRemovalWithRegistrations } from './award.ts';
import { deleteAward } from './contract.ts';
import { awardRemoval, foundAward } from './store.ts';

export const handler = lambda(deleteAward, async ({ params, tenant, ifMatch }) => {
  const before = await foundAward(tenant, params.id);
  refuseRemovalWithRegistrations(before);
  return write(await awardRemoval(tenant, before, ifMatch), noContent());
});
