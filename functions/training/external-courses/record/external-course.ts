// A course that takes place elsewhere: where it is launched, and what of its results completes the course
// (docs/interface/training.md#courses-elsewhere).
import type { PublicJwk } from '../../../../shared/auth/tokens/keys.ts';
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { type CourseItem, courseKey } from '../../courses/course.ts';

/** How a course elsewhere is launched and reports: by cmi5 (Quartz), by xAPI statements alone, or by LTI 1.3 with AGS 2.0. */
export const externalStandards = ['cmi5', 'xapi', 'lti'] as const;
export type ExternalStandard = (typeof externalStandards)[number];

/** Which statements complete the course (cmi5 13.1.4, moveOn). */
export const moveOnCriteria = [
  'Passed',
  'Completed',
  'CompletedAndPassed',
  'CompletedOrPassed',
  'NotApplicable',
] as const;
export type MoveOn = (typeof moveOnCriteria)[number];

export const launchMethods = ['OwnWindow', 'AnyWindow'] as const;
export const audiences = ['registered', 'everyone'] as const;

/** What of a person a tool may be told in addition to their id. */
export const sharedFacts = ['name', 'email'] as const;

/** A course as a tool of LTI: what its administrator says of it, and the ids by which it knows the platform. */
export interface LtiTool {
  /** Names the course, and changes with the tool: `<id of the course>.<random id>`. */
  readonly clientId: string;
  readonly deploymentId: string;
  /** Where a launch begins (Security Framework 1.0, 5.1.1.1). */
  readonly loginUrl: string;
  /** Where ID tokens are sent; compared exactly. */
  readonly redirectUris: readonly string[];
  /** Where its key set is, or the keys themselves: one of the two. */
  readonly keySetUrl?: string | undefined;
  readonly keys?: readonly PublicJwk[] | undefined;
  /** Sent with each launch as they are (Core 1.3, 5.4.6). */
  readonly custom?: Readonly<Record<string, string>> | undefined;
  readonly shares: readonly (typeof sharedFacts)[number][];
  /** Where the tool may send people back to. */
  readonly returnUrl?: string | undefined;
}

/** What a launch is about. A launch keeps these terms, whatever is changed later. */
export interface ExternalTerms {
  readonly standard: ExternalStandard;
  /**
   * cmi5: the id of the assignable unit in its course structure. xAPI: the activity whose statements count. LTI: the address of
   * the resource, where no other is named. An IRI.
   */
  readonly activityId: string;
  /** LTI: the target link URI. */
  readonly launchUrl: string;
  readonly moveOn: MoveOn;
  /** 0 to 1, at most four decimals: a scaled score below it does not pass. */
  readonly masteryScore?: number | undefined;
  readonly launchMethod: (typeof launchMethods)[number];
  readonly launchParameters?: string | undefined;
  readonly entitlementKey?: string | undefined;
  /** The client id of the tool (LTI). */
  readonly clientId?: string | undefined;
}

/** A stored course elsewhere: at most one for a course. */
export interface ExternalCourseItem extends Omit<ExternalTerms, 'clientId'>, VersionedRecord {
  readonly type: 'external-course';
  readonly courseId: string;
  /** Of LTI alone. */
  readonly lti?: LtiTool | undefined;
  /** Who may launch it: people with a seat in a class of the course, or everyone. */
  readonly openTo: (typeof audiences)[number];
  /** Whether a completion grants the credits of the course. */
  readonly grantsCredits: boolean;
}

export const externalCourseKey = (tenant: TenantStore, courseId: string): Key<ExternalCourseItem> =>
  tenant.key(`COURSE#${courseId}`, 'EXTERNAL-COURSE');

/** A course with how it takes place elsewhere; each undefined when there is none. One round trip. */
export async function loadCourseWithExternal(tenant: TenantStore, courseId: string) {
  const [course, external] = await tenant.getMany<CourseItem | ExternalCourseItem>(
    [courseKey(tenant, courseId), externalCourseKey(tenant, courseId)],
    { consistent: true },
  );
  return {
    course: course?.type === 'course' ? course : undefined,
    external: external?.type === 'external-course' ? external : undefined,
  };
}

/**
 * The course and how it takes place elsewhere.
 * @throws Failure 404 when there is no such course, or it does not take place elsewhere
 */
export async function requireExternalCourse(tenant: TenantStore, courseId: string) {
  const { course, external } = await loadCourseWithExternal(tenant, courseId);
  if (!course) throw notFound('course', courseId);
  if (!external) throw notFound('external course of the course', courseId);
  return { course, external };
}

export const putExternalCourse = (
  tenant: TenantStore,
  before: ExternalCourseItem | undefined,
  after: ExternalCourseItem,
  ifMatch: IfMatch | undefined,
): Change => put(externalCourseKey(tenant, after.courseId), after, ifUnchangedOrAbsent(before, ifMatch));

export const removeExternalCourse = (
  tenant: TenantStore,
  { courseId, version }: ExternalCourseItem,
  ifMatch: IfMatch | undefined,
): Change => remove(externalCourseKey(tenant, courseId), ifUnchanged(version, ifMatch));

const termNames = [
  ...(['standard', 'activityId', 'launchUrl', 'moveOn', 'masteryScore'] as const),
  ...(['launchMethod', 'launchParameters', 'entitlementKey'] as const),
] as const;

/** The terms of a launch. */
export const pickTerms = (external: ExternalCourseItem): ExternalTerms => ({
  ...pick(external, termNames),
  ...(external.lti && { clientId: external.lti.clientId }),
});

/** A course elsewhere in a response. */
export const presentExternalCourse = (external: ExternalCourseItem) => ({
  ...pick(external, termNames),
  ...pick(external, ['courseId', 'openTo', 'grantsCredits', 'createdDate', 'modifiedDate']),
  ...(external.lti && { lti: external.lti }),
});
