// GET /api/v1/Awards/{id}/Curriculum
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { awardById } from '../record/award-record.ts';
import { getCurriculum } from './contract.ts';
import { presentCurriculum } from './present.ts';
import { curriculumByAward, loadCurriculumReferences } from './store.ts';

export const handler = lambda(getCurriculum, async ({ params: { id }, tenant }) => {
  const [award, curriculum] = await Promise.all([awardById(tenant, id), curriculumByAward(tenant, id)]);
  if (!award) throw notFound('award', id);
  const references = await loadCurriculumReferences(tenant, curriculum ? [curriculum] : []);
  return ok(presentCurriculum(id, curriculum, references), {
    version: curriculum?.version ?? 0,
    isComposed: true,
  });
});
