// A launch begins: the enrollment of a person in a course elsewhere, with the session in which the course reports.
import { type EnrollmentItem, openingLifetime, sessionLifetime } from './enrollment.ts';
import type { ExternalTerms } from './external-course.ts';
import { isSatisfied } from './move-on.ts';

/** A launch by a person. */
interface LaunchInput {
  readonly personId: string;
  readonly courseId: string;
  readonly terms: ExternalTerms;
  readonly homePage: string;
  readonly activityId: string;
  /** Whether a course that was completed is taken again. */
  readonly again: boolean;
  /** The registration of a new enrollment. */
  readonly registration: string;
  readonly sessionId: string;
  /** Of the fetch URL (cmi5), of the credential itself (xAPI), or of the message hint (LTI). */
  readonly secretHash: string;
  readonly now: Date;
}

/** Whether the launch continues the enrollment: the same activity, which is not taken again. */
const continues = (before: EnrollmentItem, { terms, again }: LaunchInput): boolean =>
  before.terms.activityId === terms.activityId &&
  before.terms.standard === terms.standard &&
  before.terms.clientId === terms.clientId &&
  !(again && before.granted !== undefined);

/** Where the hash of the secret is, by standard. */
const secretNames = { cmi5: 'fetchHash', xapi: 'credentialHash', lti: 'hintHash' } as const;

/** The enrollment with the new session: the one from before ends. A course that was completed is launched to review it. */
export function startLaunch(before: EnrollmentItem | undefined, input: LaunchInput): EnrollmentItem {
  const { personId, courseId, terms, registration, sessionId, secretHash, now } = input;
  const moment = now.toISOString();
  const kept = before && continues(before, input) ? before : undefined;
  const lifetime = terms.standard === 'lti' ? openingLifetime : sessionLifetime;
  const isReview = kept?.granted !== undefined && isSatisfied(kept.terms.moveOn, kept.met);
  return {
    type: 'external-enrollment',
    id: kept?.id ?? registration,
    ...{ personId, courseId, terms },
    homePage: kept?.homePage ?? input.homePage,
    activityId: kept?.activityId ?? input.activityId,
    session: {
      id: sessionId,
      launchMode: isReview ? 'Review' : 'Normal',
      launchedDate: moment,
      expiresDate: new Date(now.getTime() + lifetime).toISOString(),
      [secretNames[terms.standard]]: secretHash,
      verbs: [],
    },
    met: kept?.met ?? {},
    granted: kept?.granted,
    statements: kept?.statements ?? 0,
    stateIds: kept?.stateIds ?? [],
    openedDate: kept?.openedDate,
    score: kept?.score,
    // A tool that repeats an old score does not complete the course that is taken again.
    scoredAt: before?.terms.clientId === terms.clientId ? before?.scoredAt : undefined,
    version: (before?.version ?? 0) + 1,
    createdDate: kept?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}
