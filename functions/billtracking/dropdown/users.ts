// The users of a tenant who may sign in, with name and email address.
import { type EmailViewer, seesEmails, showEmail } from '../../../shared/auth/access/email-visibility.ts';
import { type SubjectItem, subjectsByName } from '../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { userEmail } from '../../../shared/directory/people/user-email.ts';

/** A user as lists have it. */
interface ListedUser {
  readonly id: string;
  readonly fullName: string;
  readonly email?: string | undefined;
  readonly personId?: string | undefined;
}

/** A user, with the name of the person in the directory, or else the user name: its part before the @, if hidden. */
function toListedUser(
  viewer: EmailViewer,
  { id, name, personId }: SubjectItem,
  person: PersonItem | undefined,
): ListedUser {
  const isVisible = viewer.caller.subject === id || seesEmails(viewer);
  const email = userEmail(name, person);
  return {
    id,
    fullName: person ? displayName(person) : ((isVisible ? name : name.split('@')[0]) ?? name),
    email: isVisible ? email : showEmail(viewer, personId, email),
    personId,
  };
}

/** All users who may sign in to the tenant: some hundreds. One query per megabyte, one read per person. */
export async function loadUsers(tenant: TenantStore, viewer: EmailViewer): Promise<ListedUser[]> {
  const subjects = await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' });
  const users = subjects.filter(({ disabled }) => !disabled);
  const ids = users.flatMap(({ personId }) => personId ?? []);
  const found = await tenant.getMany(ids.map((id) => personKey(tenant, id)));
  const people = new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
  return users.map((user) => toListedUser(viewer, user, people.get(user.personId ?? '')));
}
