// PUT /api/v1/Awards/{id}/Curriculum
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { type AddedRequirement, checkRequirementCycles } from '../../courses/requirement-cycles.ts';
import { requireAward } from '../record/award-record.ts';
import { updateCurriculum } from './contract.ts';
import { applyCurriculumInput, assertValidCurriculum } from './curriculum.ts';
import { presentCurriculum } from './present.ts';
import { curriculumByAward, loadCurriculumReferences, replaceCurriculum } from './store.ts';

export const handler = lambda(updateCurriculum, async ({ params: { id }, body, tenant, now, ifMatch }) => {
  const [award, before] = await Promise.all([
    requireAward(tenant, id),
    curriculumByAward(tenant, id, { consistent: true }),
  ]);
  const after = applyCurriculumInput(id, before, body, now);
  const references = await loadCurriculumReferences(tenant, [after]);
  assertValidCurriculum(after, before, references);
  const added = after.requiredCourseIds.flatMap((courseId, index): AddedRequirement[] =>
    before?.requiredCourseIds.includes(courseId)
      ? []
      : [{ type: 'Course', id: courseId, target: `requiredCourseIds[${index}]` }],
  );
  const guard = await checkRequirementCycles(tenant, { type: 'Award', id, name: award.name }, added);
  return write(
    [...replaceCurriculum(tenant, before, after, ifMatch), ...guard],
    ok(presentCurriculum(id, after, references), { version: after.version }),
  );
});
