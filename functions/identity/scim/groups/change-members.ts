// The change of a group's members as a decision: the role is given to users of the tenant, or taken from them.

import { listHeldPermissions } from '../../../../shared/auth/access/step-up.ts';
import { type SubjectItem, subjectKey } from '../../../../shared/auth/accounts/records.ts';
import { userKey } from '../../../../shared/auth/accounts/users.ts';
import { listHeldRoles, selectRoleIds } from '../../../../shared/auth/permissions/role-ids.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import { type ErrorDetail, invalid, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { changeAdministrators, toRoleChange } from '../../administration/administrators.ts';
import { listGrantProblems } from '../../tenant-users/tenant-user.ts';
import { auditUserChange } from '../../users/audit.ts';
import { replaceAccess } from '../../users/store.ts';
import { assertNotOfPlatform, type Provisioning } from '../provisioning.ts';
import { maxMembersChanged } from './contract.ts';
import type { MemberChanges } from './members.ts';

const unknownMember = (id: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message: `The tenant has no user with the id ${id}.`,
  target: 'members',
});

/** The users who are added, and of those who are removed the ones who are there. @throws Failure 400 */
async function findUsers(
  { tenant }: Provisioning,
  { added, removed }: MemberChanges,
  holders: readonly SubjectItem[],
): Promise<readonly SubjectItem[]> {
  const ids = new Set([...added, ...(removed === 'all' ? holders.map(({ id }) => id) : removed)]);
  const found = await tenant.getMany(
    [...ids].map((id) => subjectKey(tenant, id)),
    { consistent: true },
  );
  const users = found.filter((subject): subject is SubjectItem => subject?.kind === 'user');
  const known = new Set(users.map(({ id }) => id));
  throwIfInvalid([...added].filter((id) => !known.has(id)).map(unknownMember));
  return users;
}

/** @throws Failure 400 where a request changes more users than one transaction does */
export function assertNotTooMany(count: number): void {
  if (count > maxMembersChanged)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `A request can change the roles of at most ${maxMembersChanged} users, and this one changes ${count}.`,
        target: 'members',
      },
    ]);
}

/**
 * Gives and takes the role in one transaction.
 * @param holders who has the role, where all of them are removed
 * @throws Failure 400, 403, 409
 */
export async function changeMembers(
  provisioning: Provisioning,
  role: string,
  changes: MemberChanges,
  holders: readonly SubjectItem[],
): Promise<readonly Change[]> {
  const { platform, tenant, settings, context } = provisioning;
  const pairs = (await findUsers(provisioning, changes, holders)).flatMap((before) => {
    const held = listHeldRoles(before, settings);
    const isMember = changes.added.has(before.id);
    if (held.includes(role) === isMember) return [];
    const roles = isMember ? [...held, role] : held.filter((name) => name !== role);
    const after: SubjectItem = {
      ...before,
      roles,
      roleIds: selectRoleIds(roles, settings),
      version: before.version + 1,
      modifiedDate: context.now.toISOString(),
    };
    return [{ before, after }];
  });
  assertNotTooMany(pairs.length);
  const isGiven = pairs.some(({ before }) => changes.added.has(before.id));
  if (isGiven)
    throwIfInvalid(
      listGrantProblems(listHeldPermissions(context.caller), [{ role, target: 'members' }], settings),
    );
  for (const { before } of pairs) assertNotOfPlatform(before);
  const users = await platform.getMany(pairs.map(({ before }) => userKey(platform, before.id)));
  const audits = pairs.flatMap(({ before, after }, index) => {
    const user = users[index];
    return user
      ? auditUserChange(platform, { before: user, after: user }, [{ tenant, before, after }], context)
      : [];
  });
  return [
    ...pairs.flatMap(({ before, after }) => replaceAccess(tenant, before, after)),
    ...(await changeAdministrators(
      platform,
      pairs.map((pair) => toRoleChange(tenant.code, pair)),
    )),
    ...audits,
  ];
}
