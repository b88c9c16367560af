// PUT /api/v1/Courses/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { replaceCourse } from './changes.ts';
import { updateCourse } from './contract.ts';
import { applyCourseInput, assignEdition } from './course.ts';
import { putCourseHints } from './course-words.ts';
import {
  findTermsFaults,
  loadCourseReferences,
  parsePrerequisites,
  presentCourseDetail,
  resolveReferences,
} from './references.ts';
import { checkRequirementCycles, listAddedPrerequisites } from './requirement-cycles.ts';
import { requireCourse } from './store.ts';

export const handler = lambda(updateCourse, async ({ params, body, tenant, now, newId, ifMatch }) => {
  const before = await requireCourse(tenant, params.id);
  const draft = applyCourseInput(before, body, parsePrerequisites(body.prerequisites, newId), now);
  const [references, faults] = await Promise.all([
    loadCourseReferences(tenant, [draft]),
    findTermsFaults(tenant, body),
  ]);
  const after = assignEdition(before, resolveReferences(draft, before, references, faults));
  const added = listAddedPrerequisites(before.prerequisites, after.prerequisites);
  const guard = await checkRequirementCycles(tenant, { ...after, type: 'Course' }, added);
  return write(
    [...(await replaceCourse(tenant, before, after, ifMatch)), ...guard],
    ok(presentCourseDetail(after, references), { version: after.version }),
    { prepare: () => putCourseHints(tenant, before, after) },
  );
});
