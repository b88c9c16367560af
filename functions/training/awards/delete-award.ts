// DELETE /api/v1/Awards/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { refuseRemovalInUse } from './award.ts';
import { deleteAward } from './contract.ts';
import { curriculumOf, curriculumRemoval } from './curriculum/store.ts';
import { awardRemoval, requireAward } from './store.ts';

export const handler = lambda(deleteAward, async ({ params, tenant, ifMatch }) => {
  const [before, curriculum] = await Promise.all([
    requireAward(tenant, params.id),
    curriculumOf(tenant, params.id, { consistent: true }),
  ]);
  refuseRemovalInUse(before);
  return write(
    [...(await awardRemoval(tenant, before, ifMatch)), ...curriculumRemoval(tenant, before.id, curriculum)],
    noContent(),
  );
});
