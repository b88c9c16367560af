// The users of a tenant who may sign in, with name and email address.
import { type SubjectItem, subjectsByName } from '../../../shared/auth/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/person.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { userEmail } from '../user-email.ts';

/** A user as lists have it. */
interface ListedUser {
  readonly id: string;
  readonly fullName: string;
  readonly email?: string | undefined;
  readonly personId?: string | undefined;
}

/** A user, with the name of the person in the directory, or else the user name. */
const toListedUser = ({ id, name, personId }: SubjectItem, person: PersonItem | undefined): ListedUser => ({
  id,
  fullName: person ? displayName(person) : name,
  email: userEmail(name, person),
  personId,
});

/** All users who may sign in to the tenant: some hundreds. One query per megabyte, one read per person. */
export async function loadUsers(tenant: TenantStore): Promise<ListedUser[]> {
  const subjects = await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' });
  const users = subjects.filter(({ disabled }) => !disabled);
  const ids = users.flatMap(({ personId }) => personId ?? []);
  const found = await tenant.getMany(ids.map((id) => personKey(tenant, id)));
  const people = new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
  return users.map((user) => toListedUser(user, people.get(user.personId ?? '')));
}
