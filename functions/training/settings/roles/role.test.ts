// The rules for changing roles (roles and permissions).
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { permissionNames } from '../../../../shared/auth/permissions/permissions.ts';
import { allRoles, findRole, removeRole, setRole } from './role.ts';

const admin: Caller = {
  kind: 'user',
  subject: 's',
  name: 'Ada',
  roles: ['admin'],
  permissions: new Set(permissionNames.filter((name) => name !== 'platform.admin')),
  personId: undefined,
  claims: {
    iss: '',
    sub: 's',
    aud: '',
    exp: 0,
    iat: 0,
    jti: '',
    client_id: '',
    tenant: 'demo',
  },
};

describe('roles of a tenant', () => {
  it("are the platform's unless the tenant has its own, and leave out permissions that no longer exist", () => {
    const own = { staff: ['training.awards.read', 'gone.by.now'], Clerk: ['crm.people.read'] };
    expect(allRoles(own).map(({ name, isOwn }) => `${name} ${isOwn}`)).toEqual([
      'admin false',
      'staff true',
      'member false',
      'Clerk true',
    ]);
    expect(findRole(own, 'staff')?.permissions).toEqual(['training.awards.read']);
    expect(findRole(own, 'toString')).toBeUndefined();
  });

  it('can be at most fifty role sets of its own', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`Role ${index}`, []]));
    const editor = { caller: admin, admittedBy: many };
    expect(() => setRole(many, 'One more', [], editor)).toThrow(/at most 50/);
    expect(setRole(many, 'Role 7', ['crm.people.read'], editor).role.permissions).toHaveLength(1);
  });

  it('leave the caller the permission to change settings, even when their role was removed after authorization', () => {
    const caller = { ...admin, roles: ['Keeper'] };
    const admittedBy = { Keeper: ['training.settings.write'], Other: ['training.settings.write'] };
    const taken = { Other: admittedBy.Other };
    expect(() => removeRole(taken, 'Other', { caller, admittedBy })).toThrow(
      /would lose training.settings.write/,
    );
    expect(removeRole(admittedBy, 'Other', { caller, admittedBy })).toEqual({ Keeper: admittedBy.Keeper });
  });
});
