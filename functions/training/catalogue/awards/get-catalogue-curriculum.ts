// GET /api/v1/Awards/{id}/GetPublicAwardCourseCurriculum
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentCurriculum } from '../../awards/curriculum/present.ts';
import { curriculumByAward, loadCurriculumReferences } from '../../awards/curriculum/store.ts';
import { requireActiveAward } from './active-award.ts';
import { getCatalogueCurriculum } from './contract.ts';

export const handler = lambda(getCatalogueCurriculum, async ({ params: { id }, tenant }) => {
  const [, curriculum] = await Promise.all([requireActiveAward(tenant, id), curriculumByAward(tenant, id)]);
  const references = await loadCurriculumReferences(tenant, curriculum ? [curriculum] : []);
  return ok(presentCurriculum(id, curriculum, references));
});
