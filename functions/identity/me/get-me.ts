// GET /api/v1/Me
import type { Caller } from '../../../shared/auth/access/access.ts';
import { readGroups } from '../../../shared/auth/accounts/read-groups.ts';
import {
  getMailAddress,
  hasConfirmedAddress,
  type UserItem,
  userKey,
} from '../../../shared/auth/accounts/users.ts';
import { type Permission, parseScope, permissions } from '../../../shared/auth/permissions/permissions.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getMe } from './contract.ts';

type KnownCaller = Exclude<Caller, { readonly kind: 'anonymous' }>;

/** Whether the token shows what a scope stands for; one without a scope, as the two-step sign-in gives it, shows all. */
const shows = ({ claims: { scope } }: KnownCaller, name: string): boolean =>
  scope === undefined || parseScope(scope).includes(name);

function presentUser(caller: KnownCaller, user: UserItem) {
  const email = shows(caller, 'email') ? getMailAddress(user) : undefined;
  const { id, userName, secondFactorSince } = user;
  return {
    ...{ id, userName },
    ...(email !== undefined && { email }),
    isEmailConfirmed: hasConfirmedAddress(user),
    ...(secondFactorSince !== undefined && { secondFactorSince }),
  };
}

const presentPerson = (caller: KnownCaller, id: string, person: PersonItem | undefined) => ({
  id,
  ...(person && shows(caller, 'profile') && { firstName: person.firstName, lastName: person.lastName }),
});

function listAbilities({ permissions: held, withheld }: KnownCaller) {
  const describe = (permission: Permission) => ({ permission, description: permissions[permission] });
  return [
    ...[...held].map(describe),
    ...[...(withheld ?? [])].map(([permission, requires]) => ({ ...describe(permission), requires })),
  ];
}

export const handler = lambda(getMe, async ({ platform, tenant, settings, caller }) => {
  if (caller.kind === 'anonymous') throw new Failure('AUTHENTICATION_REQUIRED');
  const { kind, subject, name, personId, claims } = caller;
  const [[user], [person]] = await readGroups(
    kind === 'user' ? [userKey(platform, subject)] : [],
    personId === undefined ? [] : [personKey(tenant, personId)],
  );
  return ok({
    kind,
    ...(user && { user: presentUser(caller, user) }),
    ...(kind === 'client' && { client: { id: claims.client_id, name } }),
    ...(personId !== undefined && { person: presentPerson(caller, personId, person) }),
    tenant: { code: tenant.code, name: settings.name },
    roles: [...caller.roles],
    permissions: [...caller.permissions],
    mayDo: listAbilities(caller),
  });
});
