// Launches of courses elsewhere in the demo: one that has its credential, one whose fetch URL was not called yet, and one of a
// tool that can be opened again.
import { getIssuer } from '../../../../functions/training/external-courses/lti/connection.ts';
import { listScopes } from '../../../../functions/training/external-courses/lti/scopes.ts';
import { insertToolToken } from '../../../../functions/training/external-courses/lti/tokens.ts';
import {
  type EnrollmentItem,
  formatCredential,
  formatLaunchSecret,
  putEnrollment,
  stateKey,
  statementKey,
} from '../../../../functions/training/external-courses/record/enrollment.ts';
import {
  pickTerms,
  requireExternalCourse,
} from '../../../../functions/training/external-courses/record/external-course.ts';
import { startLaunch } from '../../../../functions/training/external-courses/record/start-launch.ts';
import {
  buildAgent,
  buildStatementItem,
} from '../../../../functions/training/external-courses/record/statement.ts';
import { commit, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { hashToken } from '../../../../shared/subscriptions/subscription.ts';
import { demoId } from '../steps/references.ts';
import { seedTool } from './seed-tool.ts';
import { signToolAssertion } from './tool-assertion.ts';

const YEAR_MILLISECONDS = 365 * 24 * 3_600_000;

/** Launches the courses, and returns the values that examples name. */
export async function seedLaunches(
  tenant: TenantStore,
  { externalCourseId, xapiCourseId, ltiCourseId }: Readonly<Record<string, string>>,
  now: Date,
): Promise<Record<string, string>> {
  if (externalCourseId === undefined || xapiCourseId === undefined || ltiCourseId === undefined) return {};
  const tool = await seedTool(tenant, ltiCourseId);
  const personId = demoId(tenant.code, 'person:hiro');
  // The demo's data don't know under which address the platform will run.
  const homePage = 'https://rostrum.example.org/demo';
  const launch = async (courseId: string, name: string) => {
    const { external } = await requireExternalCourse(tenant, courseId);
    const secret = {
      ...{ personId, courseId },
      sessionId: demoId(tenant.code, `launchSession:${name}`),
      secret: demoId(tenant.code, `launchSecret:${name}`),
    };
    const started = startLaunch(undefined, {
      ...{ personId, courseId, terms: pickTerms(external), again: false, homePage, now },
      activityId: external.activityId,
      registration: demoId(tenant.code, `launchRegistration:${name}`),
      sessionId: secret.sessionId,
      secretHash: hashToken(secret.secret),
    });
    const expiresDate = new Date(now.getTime() + YEAR_MILLISECONDS).toISOString();
    const enrollment: EnrollmentItem = { ...started, session: { ...started.session, expiresDate } };
    return { secret, enrollment };
  };
  const [unfetched, open] = [await launch(externalCourseId, 'cmi5'), await launch(xapiCourseId, 'xapi')];
  const opened = await launch(ltiCourseId, 'lti');
  const ltiAccessToken = `${ltiCourseId}.${demoId(tenant.code, 'toolToken:lti')}`;
  const courseStatementId = demoId(tenant.code, 'statement:hiro experienced');
  const statement = {
    id: courseStatementId,
    actor: buildAgent(homePage, personId),
    verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' },
    object: { id: `${open.enrollment.terms.activityId}/chapter-1` },
  };
  await commit([
    putEnrollment(tenant, undefined, unfetched.enrollment),
    putEnrollment(tenant, undefined, { ...open.enrollment, statements: 1, stateIds: ['bookmark'] }),
    putEnrollment(tenant, undefined, {
      ...opened.enrollment,
      openedDate: now.toISOString(),
      score: {
        ...{ timestamp: '2026-03-01T09:00:00Z', receivedDate: now.toISOString() },
        ...{ scoreGiven: 40, scoreMaximum: 100 },
        ...{ activityProgress: 'InProgress', gradingProgress: 'Pending' },
      },
      scoredAt: '2026-03-01T09:00:00Z',
    }),
    insertToolToken(tenant, ltiAccessToken, {
      ...{ courseId: ltiCourseId, clientId: tool.clientId, scopes: listScopes() },
      ttl: Math.floor((now.getTime() + YEAR_MILLISECONDS) / 1000),
    }),
    put(
      statementKey(tenant, open.enrollment, courseStatementId),
      buildStatementItem(open.enrollment, statement, 'course', now),
    ),
    put(stateKey(tenant, open.enrollment, 'bookmark'), {
      type: 'external-state',
      ...{ personId, courseId: xapiCourseId, stateId: 'bookmark' },
      content: JSON.stringify({ page: 3 }),
      modifiedDate: now.toISOString(),
    }),
  ]);
  return {
    courseStatementId,
    courseLearnerId: personId,
    courseCredential: formatCredential(open.secret),
    ltiUserId: personId,
    ltiClientId: tool.clientId,
    ltiLoginHint: opened.secret.sessionId,
    ltiMessageHint: formatLaunchSecret(opened.secret, '.'),
    ltiAccessToken,
    ltiAssertion: await signToolAssertion(tool, getIssuer(), now),
    ltiToolKey: tool.privateKey,
    courseFetchToken: formatLaunchSecret(unfetched.secret, '.'),
  };
}
