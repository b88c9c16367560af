// A launch begins: the enrollment of a person in a course elsewhere, with the session in which the course reports.
import { type EnrollmentItem, sessionLifetime } from './enrollment.ts';
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
  /** Of the fetch URL (cmi5), or of the credential itself (xAPI). */
  readonly secretHash: string;
  readonly now: Date;
}

/** Whether the launch continues the enrollment: the same activity, which is not taken again. */
const continues = (before: EnrollmentItem, { terms, again }: LaunchInput): boolean =>
  before.terms.activityId === terms.activityId &&
  before.terms.standard === terms.standard &&
  !(again && before.granted !== undefined);

/** The enrollment with the new session: the one from before ends. A course that was completed is launched to review it. */
export function startLaunch(before: EnrollmentItem | undefined, input: LaunchInput): EnrollmentItem {
  const { personId, courseId, terms, registration, sessionId, secretHash, now } = input;
  const moment = now.toISOString();
  const kept = before && continues(before, input) ? before : undefined;
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
      expiresDate: new Date(now.getTime() + sessionLifetime).toISOString(),
      ...(terms.standard === 'cmi5' ? { fetchHash: secretHash } : { credentialHash: secretHash }),
      verbs: [],
    },
    met: kept?.met ?? {},
    granted: kept?.granted,
    statements: kept?.statements ?? 0,
    stateIds: kept?.stateIds ?? [],
    version: (before?.version ?? 0) + 1,
    createdDate: kept?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}
