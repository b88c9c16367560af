// Which launch a request of a course is about. A secret is for one tenant, person, course and launch, until the launch ends.

import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, personById } from '../../../../shared/directory/people/person-store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { findRemainingIds } from '../../../../shared/merges/former-ids.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { mayAct } from '../../access/acting-people.ts';
import type { CourseItem } from '../../courses/course.ts';
import { buildAddresses } from './addresses.ts';
import {
  type EnrollmentItem,
  enrollmentKey,
  holdsSecret,
  isOpen,
  type LaunchSecret,
  parseLaunchSecret,
} from './enrollment.ts';
import { type ExternalCourseItem, loadCourseWithExternal } from './external-course.ts';
import { buildAgent, type LaunchAgent } from './statement.ts';

/** The request of a course, as its handler has it. */
export interface CourseRequest {
  readonly platform: PlatformStore;
  readonly params: { readonly tenantCode: string };
  readonly request: { readonly headers: Readonly<Record<string, string>> };
  readonly receivedAt: Date;
  readonly url: (path: string) => string;
}

/** A launch for which a course reports. */
export interface AuthorizedLaunch {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly enrollment: EnrollmentItem;
  readonly external: ExternalCourseItem;
  readonly course: CourseItem;
  readonly person: PersonItem;
  readonly agent: LaunchAgent;
  readonly addresses: ReturnType<typeof buildAddresses>;
  /** The tenant's time. */
  readonly now: Date;
}

/** The launch of a secret; undefined where it is none of the tenant, the person has left, or the course was ended. */
export async function findLaunch(
  { platform, params, receivedAt, url }: CourseRequest,
  secret: LaunchSecret | undefined,
  getHash: (enrollment: EnrollmentItem) => string | undefined,
): Promise<AuthorizedLaunch | undefined> {
  const owner = secret && (await tenantByCode(platform, params.tenantCode));
  if (!owner) return undefined;
  const { tenant, settings } = owner;
  const { courseId } = secret;
  const now = tenantTime(settings, receivedAt);
  const read = (personId: string) =>
    Promise.all([
      tenant.get(enrollmentKey(tenant, { personId, courseId }), { consistent: true }),
      personById(tenant, personId),
      loadCourseWithExternal(tenant, courseId),
    ]);
  let [enrollment, person, { course, external }] = await read(secret.personId);
  if (!person || !enrollment) {
    // A person who was merged into another meanwhile: the enrollment moved there.
    const remaining = (await findRemainingIds(tenant, [secret.personId])).get(secret.personId);
    if (remaining === undefined) return undefined;
    [enrollment, person, { course, external }] = await read(remaining);
  }
  if (!enrollment || !course || !external) return undefined;
  if (!holdsSecret(enrollment, secret, getHash(enrollment))) return undefined;
  if (!mayAct(person, toLocalDate(settings.timeZone, now))) return undefined;
  const addresses = buildAddresses(url, tenant.code);
  return {
    ...{ tenant, settings, enrollment, external, course, person, addresses, now },
    // The actor of a launch stays, also when the person was merged into another.
    agent: buildAgent(enrollment.homePage, secret.personId),
  };
}

const refuse = (message: string): Failure =>
  new Failure('INVALID_CLIENT', message, { headers: { 'WWW-Authenticate': 'Basic realm="xAPI"' } });

/**
 * The launch of the credential in `Authorization: Basic` (cmi5 8.2.1). Four round trips at most.
 * @throws Failure 401 for a credential that is not, or no longer, that of a launch
 */
export async function authorizeCourse(context: CourseRequest): Promise<AuthorizedLaunch> {
  const [, sent] =
    /^Basic +([A-Za-z0-9+/=_-]{1,400})$/i.exec(context.request.headers.authorization ?? '') ?? [];
  if (sent === undefined)
    throw refuse('Send Authorization: Basic with the credential of the launch (cmi5 8.2).');
  const secret = parseLaunchSecret(Buffer.from(sent, 'base64').toString('utf8'));
  const launch = await findLaunch(context, secret, ({ session }) => session.credentialHash);
  if (!launch)
    throw refuse('The credential is not that of a launch, or the course was launched again since.');
  if (!isOpen(launch.enrollment.session, launch.now))
    throw refuse('The launch has expired; launch the course again.');
  return launch;
}
