// The person whom a tool means by a user id: the sub of an ID token that it was sent.
import { type PersonItem, personById } from '../../../../shared/directory/people/person-store.ts';
import { findRemainingIds } from '../../../../shared/merges/former-ids.ts';
import { type EnrollmentItem, enrollmentKey } from '../record/enrollment.ts';
import type { AuthorizedTool } from './authorize-tool.ts';

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A person who has opened the course at the tool. */
export interface ToolUser {
  readonly person: PersonItem;
  readonly enrollment: EnrollmentItem;
}

/** The user of the tool; undefined where the person never opened the course there. Two round trips, four after a merge. */
export async function findToolUser(
  { tenant, course, clientId }: AuthorizedTool,
  userId: string,
): Promise<ToolUser | undefined> {
  if (!uuidPattern.test(userId)) return undefined;
  const read = async (personId: string) => {
    const [person, enrollment] = await Promise.all([
      personById(tenant, personId),
      tenant.get(enrollmentKey(tenant, { personId, courseId: course.id }), { consistent: true }),
    ]);
    return person && enrollment ? { person, enrollment } : undefined;
  };
  let user = await read(userId);
  if (!user) {
    // A person who was merged into another since: the enrollment moved there.
    const remaining = (await findRemainingIds(tenant, [userId])).get(userId);
    user = remaining === undefined ? undefined : await read(remaining);
  }
  return user?.enrollment.openedDate !== undefined && user.enrollment.terms.clientId === clientId
    ? user
    : undefined;
}
