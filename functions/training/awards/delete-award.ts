// DELETE /api/v1/Awards/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { assertNotInUse } from './award.ts';
import { deleteAward } from './contract.ts';
import { curriculumByAward, removeCurriculum } from './curriculum/store.ts';
import { requireAward } from './record/award-record.ts';
import { removeAward } from './store.ts';

export const handler = lambda(deleteAward, async ({ params, tenant, ifMatch }) => {
  const [before, curriculum] = await Promise.all([
    requireAward(tenant, params.id),
    curriculumByAward(tenant, params.id, { consistent: true }),
  ]);
  assertNotInUse(before);
  return write(
    [...(await removeAward(tenant, before, ifMatch)), ...removeCurriculum(tenant, before.id, curriculum)],
    noContent(),
  );
});
