// The ids of a tenant's own roles.
import { expect, it } from 'vitest';
import { listHeldRoles, renewRoleIds, selectRoleIds } from './role-ids.ts';

it('a role keeps its id while it exists and gets another one when it is created again', () => {
  const first = {
    roles: { Clerk: [], staff: [] },
    roleIds: renewRoleIds({ roles: {}, version: 1 }, { Clerk: [] }),
  };
  expect(first.roleIds).toEqual({ Clerk: 2 });
  expect(renewRoleIds({ ...first, version: 2 }, { Clerk: ['crm.people.read'], staff: [] })).toEqual({
    Clerk: 2,
  });
  const deleted = { roles: {}, roleIds: renewRoleIds({ ...first, version: 3 }, {}), version: 4 };
  const again = { roles: { Clerk: [] }, roleIds: renewRoleIds(deleted, { Clerk: [] }) };
  const holder = { roles: ['Clerk', 'staff'], roleIds: selectRoleIds(['Clerk', 'staff'], first) };
  expect(listHeldRoles(holder, first)).toEqual(['Clerk', 'staff']);
  expect(listHeldRoles(holder, deleted)).toEqual(['staff']);
  expect(listHeldRoles(holder, again)).toEqual(['staff']);
});

it('a role that is older than the ids is held by those who held it, until it is deleted', () => {
  const old = { roles: { Clerk: [] } };
  const holder = { roles: ['Clerk'] };
  expect(listHeldRoles(holder, { ...old, roleIds: renewRoleIds({ ...old, version: 7 }, old.roles) })).toEqual(
    ['Clerk'],
  );
  const again = { roles: old.roles, roleIds: renewRoleIds({ roles: {}, version: 8 }, old.roles) };
  expect(listHeldRoles(holder, again)).toEqual([]);
});
