// A person's enrollment in a course elsewhere: its registration, the launch that is under way, and what the course reported.
// It is in the training record of the person, behind what a transcript reads.
import { createHash } from 'node:crypto';
import { type Change, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { matchesTokenHash } from '../../../../shared/subscriptions/subscription.ts';
import type { ExternalEvidence } from '../../records/training-record/training-record.ts';
import type { ExternalTerms } from './external-course.ts';

/** How long a launch may report, in milliseconds: a working day with breaks. */
export const sessionLifetime = 12 * 3_600_000;

/** How long a launch of LTI can be opened, in milliseconds: a browser goes to the tool and back. */
export const openingLifetime = 5 * 60_000;

/** A score as a tool has published it last (AGS 2.0, 3.4). */
export interface ToolScore {
  /** By the clock of the tool: a score that is not later is refused. */
  readonly timestamp: string;
  readonly receivedDate: string;
  readonly scoreGiven?: number | undefined;
  readonly scoreMaximum?: number | undefined;
  readonly comment?: string | undefined;
  readonly activityProgress: string;
  readonly gradingProgress: string;
}

/** The launch that is under way, or was the last. */
export interface LaunchSession {
  readonly id: string;
  readonly launchMode: 'Normal' | 'Review';
  readonly launchedDate: string;
  /** Until when the course reports; of LTI, until when it can be opened. */
  readonly expiresDate: string;
  /** Of the secret in the message hint (LTI), until the launch is opened. */
  readonly hintHash?: string | undefined;
  /** Of the secret in the fetch URL, until the credential is fetched. */
  readonly fetchHash?: string | undefined;
  /** Of the secret of the credential, once the course has it. */
  readonly credentialHash?: string | undefined;
  /** The verbs of the cmi5 defined statements of this session, in their order. */
  readonly verbs: readonly string[];
  /** When the course said that it ended: the time of its statement, and when that was received. */
  readonly terminated?: { readonly at: string; readonly received: string } | undefined;
}

/** Whether a launch may still report, or get its credential. */
export const isOpen = ({ expiresDate }: Pick<LaunchSession, 'expiresDate'>, now: Date): boolean =>
  now.getTime() < Date.parse(expiresDate);

/** A statement that counts towards the completion. */
export type MetCriteria = Readonly<Partial<Record<'completed' | 'passed', ExternalEvidence>>>;

/** A stored enrollment. Taking the course again begins another one in its place. */
export interface EnrollmentItem extends VersionedRecord {
  readonly type: 'external-enrollment';
  /** The registration of xAPI and cmi5. */
  readonly id: string;
  readonly personId: string;
  readonly courseId: string;
  readonly terms: ExternalTerms;
  /** Of the agent that stands for the person: it stays as it was at the first launch. */
  readonly homePage: string;
  /** The activity whose statements count: for cmi5 one that the platform made (cmi5 8.1.5). */
  readonly activityId: string;
  readonly session: LaunchSession;
  readonly met: MetCriteria;
  /** What the completion granted; absent until the course is completed, and once its statement is voided. */
  readonly granted?: { readonly completionId: string; readonly creditIds: readonly string[] } | undefined;
  /** How many statements are stored. */
  readonly statements: number;
  /** The ids of its state documents. */
  readonly stateIds: readonly string[];
  /** When a tool of LTI was told last who the person is. */
  readonly openedDate?: string | undefined;
  readonly score?: ToolScore | undefined;
  /** The timestamp of the last score, also of one before the course was taken again. */
  readonly scoredAt?: string | undefined;
}

const partitionName = (personId: string): string => `TRAINING-RECORD#${personId}`;

export const enrollmentKey = (
  tenant: TenantStore,
  { personId, courseId }: Pick<EnrollmentItem, 'personId' | 'courseId'>,
): Key<EnrollmentItem> => tenant.key(partitionName(personId), `EXTERNAL#${courseId}#ENROLLMENT`);

/** The place of what belongs to a registration. */
type Owner = Pick<EnrollmentItem, 'id' | 'personId' | 'courseId'>;

/** A statement as it is stored: never changed, but voided. */
export interface StatementItem {
  readonly type: 'external-statement';
  readonly id: string;
  readonly personId: string;
  readonly courseId: string;
  readonly registration: string;
  /** Who made it: the course, or the platform about the course. */
  readonly by: 'course' | 'platform';
  readonly verb: string;
  readonly timestamp: string;
  readonly storedDate: string;
  /** The statement as JSON, without its actor: that is the person. */
  readonly content: string;
  /** Of what makes two statements the same (statement.ts). */
  readonly digest: string;
  /** The id of the statement that voids it. */
  readonly voidedBy?: string | undefined;
}

const statementPrefix = ({ id, courseId }: Owner): string => `EXTERNAL#${courseId}#STATEMENT#${id}#`;

export const statementKey = (tenant: TenantStore, owner: Owner, statementId: string): Key<StatementItem> =>
  tenant.key(partitionName(owner.personId), `${statementPrefix(owner)}${statementId}`);

/** The statements of a registration without what they say, in the order of their ids. At most a few pages. */
export const listStatementHeads = (
  tenant: TenantStore,
  owner: Owner,
): Promise<Omit<StatementItem, 'content'>[]> =>
  tenant.queryAll(tenant.partition<StatementItem>(partitionName(owner.personId)), {
    ...{ beginsWith: statementPrefix(owner), consistent: true },
    only: ['id', 'by', 'verb', 'storedDate', 'voidedBy'],
  });

/** A document of the course about the person, such as a bookmark. */
export interface StateItem {
  readonly type: 'external-state';
  readonly personId: string;
  readonly courseId: string;
  readonly stateId: string;
  /** JSON. */
  readonly content: string;
  readonly modifiedDate: string;
}

export const stateKey = (
  tenant: TenantStore,
  { id, personId, courseId }: Owner,
  stateId: string,
): Key<StateItem> =>
  tenant.key(
    partitionName(personId),
    `EXTERNAL#${courseId}#STATE#${id}#${createHash('sha256').update(stateId).digest('base64url')}`,
  );

/** The enrollments of a course that have a score, by registration. */
export const scoredEnrollments = (tenant: TenantStore, courseId: string): Partition<EnrollmentItem> =>
  tenant.listing(`COURSE-SCORES#${courseId}`);

/** Writes an enrollment that was read as `before`, or is the first of its person and course. */
export const putEnrollment = (
  tenant: TenantStore,
  before: EnrollmentItem | undefined,
  after: EnrollmentItem,
): Change =>
  put(enrollmentKey(tenant, after), after, {
    ...ifUnchangedOrAbsent(before, undefined),
    ...(after.score && {
      listed: { listing: scoredEnrollments(tenant, after.courseId), sort: after.id },
    }),
  });

/** The enrollment with these attributes, as its next version. */
export const updateEnrollment = (
  before: EnrollmentItem,
  changed: Partial<EnrollmentItem>,
  now: Date,
): EnrollmentItem => ({
  ...before,
  ...changed,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** What a secret of a launch is about. It names its tenant by the address to which it is sent. */
export interface LaunchSecret {
  readonly personId: string;
  readonly courseId: string;
  readonly sessionId: string;
  readonly secret: string;
}

/** The secret as a text, for an address or as a user name and password. */
export const formatLaunchSecret = (
  { personId, courseId, sessionId, secret }: LaunchSecret,
  separator: '.' | ':',
): string => `${[personId, courseId, sessionId].join('.')}${separator}${secret}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const secretPattern = new RegExp(`^(${uuid})\\.(${uuid})\\.(${uuid})[.:](${uuid})$`);

/** Reads such a text; undefined where it is none. */
export function parseLaunchSecret(text: string): LaunchSecret | undefined {
  const [, personId, courseId, sessionId, secret] = secretPattern.exec(text) ?? [];
  return personId && courseId && sessionId && secret ? { personId, courseId, sessionId, secret } : undefined;
}

/** The credential of a course, as it stands behind `Basic` (cmi5 8.2.1). */
export const formatCredential = (secret: LaunchSecret): string =>
  Buffer.from(formatLaunchSecret(secret, ':')).toString('base64');

/** Whether a secret is that of a hash of the session, which is the latest launch. */
export const holdsSecret = (
  { session }: EnrollmentItem,
  { sessionId, secret }: LaunchSecret,
  hash: string | undefined,
): boolean => session.id === sessionId && hash !== undefined && matchesTokenHash(hash, secret);
