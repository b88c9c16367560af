// PUT /api/v1/Courses/{id}/ExternalCourse
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { check, ifPresent } from '../../../shared/data/changes.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { courseKey } from '../courses/course.ts';
import { addCourseUse } from '../courses/store.ts';
import { setExternalCourse } from './contract.ts';
import {
  type ExternalCourseItem,
  loadCourseWithExternal,
  presentExternalCourse,
  putExternalCourse,
} from './record/external-course.ts';
import type { ExternalCourseInput } from './schemas.ts';

/** The whole is replaced: what is not sent has its default. */
const buildExternalCourse = (
  courseId: string,
  input: ExternalCourseInput,
  before: ExternalCourseItem | undefined,
  now: Date,
): ExternalCourseItem => ({
  type: 'external-course',
  courseId,
  standard: input.standard,
  activityId: input.activityId,
  launchUrl: input.launchUrl,
  moveOn: input.moveOn,
  masteryScore: input.masteryScore ?? undefined,
  launchMethod: input.launchMethod ?? 'AnyWindow',
  launchParameters: input.launchParameters || undefined,
  entitlementKey: input.entitlementKey || undefined,
  openTo: input.openTo ?? 'registered',
  grantsCredits: input.grantsCredits ?? true,
  version: (before?.version ?? 0) + 1,
  createdDate: before?.createdDate ?? now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});

export const handler = lambda(setExternalCourse, async (context) => {
  const { params, body, tenant, now, ifMatch } = context;
  const courseId = params.id;
  const { course, external: before } = await loadCourseWithExternal(tenant, courseId);
  const missing = notFound('course', courseId);
  if (!course) throw missing;
  const after = buildExternalCourse(courseId, body, before, now);
  const views = { before: before && presentExternalCourse(before), after: presentExternalCourse(after) };
  return write(
    [
      before
        ? check(courseKey(tenant, courseId), ifPresent, missing)
        : addCourseUse(tenant, courseId, missing),
      putExternalCourse(tenant, before, after, ifMatch),
      auditRecordChange(tenant, { recordType: 'ExternalCourse', recordId: courseId, ...views }, context),
    ],
    ok(views.after, { version: after.version }),
  );
});
