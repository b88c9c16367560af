// PUT /api/v1/Courses/{id}/ExternalCourse
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { check, ifPresent } from '../../../shared/data/changes.ts';
import { type ErrorDetail, notFound, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { findWebhookUrlError } from '../../../shared/webhooks/target.ts';
import { courseKey } from '../courses/course.ts';
import { addCourseUse } from '../courses/store.ts';
import { setExternalCourse } from './contract.ts';
import { formatClientId, presentWithConnection } from './lti/connection.ts';
import { buildAddresses } from './record/addresses.ts';
import {
  type ExternalCourseItem,
  type LtiTool,
  loadCourseWithExternal,
  presentExternalCourse,
  putExternalCourse,
} from './record/external-course.ts';
import type { ExternalCourseInput } from './schemas.ts';

const fault = (target: string, code: ErrorDetail['code'], message: string): ErrorDetail[] => [
  { code, message, target },
];

/** Whether the address of a launch is also an IRI as an activity has one. */
const canNameActivity = (url: string): boolean => url.length <= 1000 && !/\s/.test(url);

/** What a tool's settings need. */
function findToolFaults({
  lti,
  launchUrl,
  activityId,
  moveOn,
  masteryScore,
}: ExternalCourseInput): ErrorDetail[] {
  if (!lti) return fault('lti', 'REQUIRED_FIELD', 'lti is required for the standard lti.');
  const problem = lti.keySetUrl ? findWebhookUrlError(lti.keySetUrl) : undefined;
  return [
    // What a GET shows is taken back by a PUT.
    ...(activityId || canNameActivity(launchUrl)
      ? []
      : fault(
          'activityId',
          'REQUIRED_FIELD',
          'activityId is required where launchUrl has more than 1000 characters or a space.',
        )),
    ...(!lti.keySetUrl === !lti.keys
      ? fault('lti.keySetUrl', 'REQUIRED_FIELD', 'Send either lti.keySetUrl or lti.keys.')
      : []),
    ...(problem === undefined ? [] : fault('lti.keySetUrl', 'INVALID_FORMAT', `lti.keySetUrl ${problem}.`)),
    ...lti.redirectUris.flatMap((address, index) =>
      address.includes('#')
        ? fault(`lti.redirectUris[${index}]`, 'INVALID_FORMAT', 'A redirect URI must not have a fragment.')
        : [],
    ),
    ...((moveOn === 'Passed' || moveOn === 'CompletedAndPassed') && typeof masteryScore !== 'number'
      ? fault(
          'masteryScore',
          'REQUIRED_FIELD',
          `masteryScore is required for ${moveOn}: a score of LTI does not say whether it passes.`,
        )
      : []),
  ];
}

/** @throws Failure 400 for settings that do not go with the standard */
function assertFitting(input: ExternalCourseInput): void {
  if (input.standard === 'lti') throwIfInvalid(findToolFaults(input));
  else
    throwIfInvalid([
      ...(input.activityId
        ? []
        : fault('activityId', 'REQUIRED_FIELD', `activityId is required for ${input.standard}.`)),
      ...(input.lti ? fault('lti', 'NOT_ALLOWED', `lti must be absent for ${input.standard}.`) : []),
    ]);
}

/** The tool with the ids that it has, or gets now. */
function buildTool(
  courseId: string,
  { lti }: ExternalCourseInput,
  before: LtiTool | undefined,
  newId: () => string,
): LtiTool | undefined {
  if (!lti) return undefined;
  return {
    clientId: before?.clientId ?? formatClientId(courseId, newId()),
    deploymentId: before?.deploymentId ?? newId(),
    loginUrl: lti.loginUrl,
    redirectUris: lti.redirectUris,
    keySetUrl: lti.keySetUrl ?? undefined,
    keys: lti.keys ?? undefined,
    custom: lti.custom ?? undefined,
    shares: [...new Set(lti.shares ?? [])],
    returnUrl: lti.returnUrl ?? undefined,
  };
}

/** The whole is replaced: what is not sent has its default. */
const buildExternalCourse = (
  courseId: string,
  input: ExternalCourseInput,
  before: ExternalCourseItem | undefined,
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): ExternalCourseItem => ({
  type: 'external-course',
  courseId,
  standard: input.standard,
  activityId: input.activityId ?? input.launchUrl,
  launchUrl: input.launchUrl,
  moveOn: input.moveOn,
  masteryScore: input.masteryScore ?? undefined,
  launchMethod: input.launchMethod ?? 'AnyWindow',
  launchParameters: input.launchParameters || undefined,
  entitlementKey: input.entitlementKey || undefined,
  openTo: input.openTo ?? 'registered',
  grantsCredits: input.grantsCredits ?? true,
  lti: buildTool(courseId, input, before?.lti, newId),
  version: (before?.version ?? 0) + 1,
  createdDate: before?.createdDate ?? now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});

export const handler = lambda(setExternalCourse, async (context) => {
  const { params, body, tenant, ifMatch, url } = context;
  const courseId = params.id;
  assertFitting(body);
  const { course, external: before } = await loadCourseWithExternal(tenant, courseId);
  const missing = notFound('course', courseId);
  if (!course) throw missing;
  const after = buildExternalCourse(courseId, body, before, context);
  const views = { before: before && presentExternalCourse(before), after: presentExternalCourse(after) };
  return write(
    [
      before
        ? check(courseKey(tenant, courseId), ifPresent, missing)
        : addCourseUse(tenant, courseId, missing),
      putExternalCourse(tenant, before, after, ifMatch),
      auditRecordChange(tenant, { recordType: 'ExternalCourse', recordId: courseId, ...views }, context),
    ],
    ok(presentWithConnection(after, buildAddresses(url, tenant.code)), { version: after.version }),
  );
});
