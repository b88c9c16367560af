// The users who people sign in as, for lists of people.
import type { TenantStore } from '../../data/store.ts';
import {
  personSubjectKey,
  type SubjectItem,
  subjectKey,
  subjectsByName,
  type TenantItem,
} from '../accounts/records.ts';
import { listHeldRoles } from '../permissions/role-ids.ts';

/** Users by the id of the person who they are, with the roles that the tenant still has. */
export type PersonAccounts = ReadonlyMap<string, SubjectItem>;

const toAccounts = (
  users: readonly (readonly [personId: string, user: SubjectItem])[],
  settings: TenantItem,
): PersonAccounts =>
  new Map(users.map(([personId, user]) => [personId, { ...user, roles: listHeldRoles(user, settings) }]));

/** The users of these people: two round trips, half a read unit for each person and each user. */
export async function loadAccounts(
  tenant: TenantStore,
  settings: TenantItem,
  personIds: readonly string[],
): Promise<PersonAccounts> {
  const claims = await tenant.getMany(personIds.map((id) => personSubjectKey(tenant, id)));
  const found = claims.flatMap((claim, index) => {
    const personId = personIds[index];
    return claim && personId !== undefined ? [{ personId, subject: claim.subject }] : [];
  });
  const users = await tenant.getMany(found.map(({ subject }) => subjectKey(tenant, subject)));
  return toAccounts(
    found.flatMap(({ personId }, index) => {
      const user = users[index];
      return user ? [[personId, user] as const] : [];
    }),
    settings,
  );
}

/** The users of all people of a tenant: one read unit for about a dozen users. */
export async function loadAllAccounts(tenant: TenantStore, settings: TenantItem): Promise<PersonAccounts> {
  const users = await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' });
  return toAccounts(
    users.flatMap((user) => (user.personId === undefined ? [] : [[user.personId, user] as const])),
    settings,
  );
}
