// The users of a tenant as bill tracking names them: who may sign in, with their name and address.
import { type SubjectItem, subjectsByName } from '../../../shared/auth/records.ts';
import type { Position, TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/person.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { userEmail } from '../user-email.ts';

/** A user as lists show one. */
interface ListedUser {
  readonly id: string;
  readonly fullName: string;
  readonly email?: string | undefined;
  readonly personId?: string | undefined;
}

/** A user is called by the name in the directory; without a person there, by the user name. */
function toListedUser({ id, name, personId }: SubjectItem, person: PersonItem | undefined): ListedUser {
  return {
    id,
    fullName: person ? displayName(person) : name,
    email: userEmail(name, person),
    personId,
  };
}

/** All users who may sign in to the tenant. A tenant has some hundreds: one query per megabyte, one read per person. */
export async function loadUsers(tenant: TenantStore): Promise<ListedUser[]> {
  const subjects: SubjectItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(subjectsByName(tenant), {
      beginsWith: 'user#',
      ...(after && { after }),
    });
    subjects.push(...page.items.filter(({ disabled }) => !disabled));
    after = page.next;
  } while (after);
  const ids = subjects.flatMap(({ personId }) => personId ?? []);
  const found = await tenant.getMany(ids.map((id) => personKey(tenant, id)));
  const people = new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
  return subjects.map((subject) => toListedUser(subject, people.get(subject.personId ?? '')));
}
