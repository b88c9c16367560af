// GET /api/v1/Awards/{id}/Curriculum/Versions/{version}
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requireAward } from '../record/award-record.ts';
import { getCurriculumVersion } from './contract.ts';
import { presentCurriculum } from './present.ts';
import { curriculumByAward, curriculumVersions, loadCurriculumReferences } from './store.ts';

export const handler = lambda(getCurriculumVersion, async ({ params: { id, version }, tenant }) => {
  const [, current] = await Promise.all([requireAward(tenant, id), curriculumByAward(tenant, id)]);
  const [found] = current ? await curriculumVersions(tenant, current, [version]) : [];
  if (!found) throw notFound('version of the curriculum', String(version));
  return ok(presentCurriculum(id, found, await loadCurriculumReferences(tenant, [found])));
});
