// POST /api/v1/Courses/{id}/Launches
import { findCallerPerson } from '../../../shared/auth/access/person-access.ts';
import { type Change, check, ifVersion, insert } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import { hashToken } from '../../../shared/subscriptions/subscription.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { assertPersonMayTakePart } from '../access/acting-people.ts';
import { requirePerson } from '../access/people-lookup.ts';
import {
  type RegistrationPointer,
  recordSortPrefixes,
  trainingRecord,
} from '../records/training-record/training-record.ts';
import { registrationsById } from '../registrations/record/registration.ts';
import { buildLaunchUrl, buildPlatformStatement } from './cmi5/launch-data.ts';
import { launchCourse } from './contract.ts';
import { buildLoginParameters } from './lti/connection.ts';
import { buildAddresses } from './record/addresses.ts';
import { buildExternalCompletion } from './record/completion.ts';
import {
  type EnrollmentItem,
  enrollmentKey,
  formatCredential,
  formatLaunchSecret,
  putEnrollment,
  statementKey,
} from './record/enrollment.ts';
import { externalCourseKey, pickTerms, requireExternalCourse } from './record/external-course.ts';
import { isSatisfied } from './record/move-on.ts';
import { startLaunch } from './record/start-launch.ts';
import { buildAgent, buildStatementItem } from './record/statement.ts';

/** A seat in a class of the course, also one in which the person took part. */
async function hasSeat(tenant: TenantStore, personId: string, courseId: string): Promise<boolean> {
  const pointers = await followMerges(tenant).queryAll(
    trainingRecord<RegistrationPointer>(tenant, personId),
    { beginsWith: recordSortPrefixes.registration },
  );
  const ofCourse = pointers.filter((pointer) => pointer.courseId === courseId);
  if (ofCourse.length === 0) return false;
  const found = await registrationsById(
    tenant,
    ofCourse.map(({ registrationId }) => registrationId),
  );
  return found.some((one) => one?.status === 'Confirmed' || one?.status === 'Attended');
}

/** The statement that a launch which did not end was abandoned (cmi5 9.3.6). */
const wasLeftOpen = (before: EnrollmentItem | undefined): before is EnrollmentItem =>
  before?.terms.standard === 'cmi5' && before.session.terminated === undefined;

export const handler = lambda(launchCourse, async (context) => {
  const { params, body, tenant, settings, caller, now, newId, url } = context;
  const courseId = params.id;
  const personId = findCallerPerson(caller);
  if (personId === undefined)
    throw new Failure(
      'PERMISSION_DENIED',
      'A course is launched by a user who is a person of the directory.',
    );
  const [{ course, external }, person, before] = await Promise.all([
    requireExternalCourse(tenant, courseId),
    requirePerson(tenant, personId),
    tenant.get(enrollmentKey(tenant, { personId, courseId }), { consistent: true }),
  ]);
  assertPersonMayTakePart(person, toLocalDate(settings.timeZone, now), 'id');
  if (external.openTo === 'registered' && !(await hasSeat(tenant, personId, courseId)))
    throw new Failure(
      'NOT_ELIGIBLE',
      `${course.name} is launched by people with a confirmed registration for one of its classes; register for a class first.`,
      { target: 'id' },
    );
  const secret = newId();
  const addresses = buildAddresses(url, tenant.code);
  const isCmi5 = external.standard === 'cmi5';
  const launched = startLaunch(before, {
    ...{ personId, courseId, terms: pickTerms(external), again: body.again ?? false, now },
    homePage: addresses.homePage,
    activityId: isCmi5 ? addresses.unit(courseId) : external.activityId,
    ...{ registration: newId(), sessionId: newId(), secretHash: hashToken(secret) },
  });
  const { activityId } = launched;
  const agent = buildAgent(launched.homePage, personId);
  const record = (verb: 'launched' | 'abandoned' | 'satisfied', of: EnrollmentItem): Change => {
    const objectId = verb === 'satisfied' ? addresses.course(courseId) : of.activityId;
    const statement = buildPlatformStatement(verb, of, { id: newId(), actor: agent, objectId, now });
    return insert(statementKey(tenant, of, statement.id), buildStatementItem(of, statement, 'platform', now));
  };
  const isCompleted = launched.granted === undefined && isSatisfied(external.moveOn, launched.met);
  const completion = isCompleted
    ? await buildExternalCompletion(tenant, {
        ...{ enrollment: launched, person, course, grantsCredits: external.grantsCredits, evidence: [] },
        ...{ timeZone: settings.timeZone, now, newId },
      })
    : undefined;
  const launchSecret = { personId, courseId, sessionId: launched.session.id, secret };
  const lti = external.lti && { ...external.lti, launchUrl: external.launchUrl };
  const parameters = {
    endpoint: addresses.endpoint,
    actor: JSON.stringify(agent),
    registration: launched.id,
    ...(isCmi5
      ? { fetch: addresses.fetch(formatLaunchSecret(launchSecret, '.')), activityId }
      : { auth: `Basic ${formatCredential(launchSecret)}`, activity_id: activityId }),
  };
  return write(
    [
      putEnrollment(tenant, before, { ...launched, ...(completion && { granted: completion.granted }) }),
      // The terms that were read must still hold.
      check(externalCourseKey(tenant, courseId), ifVersion(external.version), 'retry'),
      ...(wasLeftOpen(before) ? [record('abandoned', before)] : []),
      ...(isCmi5 ? [record('launched', launched)] : []),
      ...(completion ? [record('satisfied', launched), ...completion.changes] : []),
    ],
    ok({
      registration: launched.id,
      sessionId: launched.session.id,
      launchMode: launched.session.launchMode,
      launchUrl: lti
        ? buildLaunchUrl(lti.loginUrl, buildLoginParameters(lti, launchSecret))
        : buildLaunchUrl(external.launchUrl, parameters),
      launchMethod: external.launchMethod,
      expiresDate: launched.session.expiresDate,
    }),
  );
});
