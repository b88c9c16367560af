// What a tenant's administrators may do with its users (docs/interface/identity.md#a-tenants-users).
import { describe, expect, it } from 'vitest';
import type { SubjectItem, TenantItem } from '../../../shared/auth/accounts/records.ts';
import { tenantPermissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { assertMayAdminister, assertMayGrant, presentTenantUser } from './tenant-user.ts';

const settings = {
  roles: { treasurer: ['crm.people.read', 'crm.people.erase'], staff: ['crm.people.read'] },
  roleIds: { treasurer: 2 },
} as unknown as TenantItem;
const createSubject = (change: Partial<SubjectItem>): SubjectItem => ({
  ...{ type: 'subject', id: 's', kind: 'user', name: 'ada', roles: [], permissions: [], disabled: false },
  ...{ revokedBefore: 0, version: 3, createdDate: 'c', modifiedDate: 'm', schemaVersion: 1, ...change },
});
const all = new Set(tenantPermissionNames);
const without = (name: string) => new Set(tenantPermissionNames.filter((each) => each !== name));

describe('roles', () => {
  it('are given by one who holds what they include, as the tenant has them', () => {
    expect(() => assertMayGrant(all, ['treasurer', 'staff', 'member'], settings)).not.toThrow();
    expect(() => assertMayGrant(new Set(['crm.people.read']), ['staff'], settings)).not.toThrow();
    expect(() => assertMayGrant(new Set(), [], settings)).not.toThrow();
  });

  it('are refused with everything that the caller does not hold', () => {
    const message = (role: string) =>
      `The role ${role} includes the permission crm.people.erase, which you do not hold; nobody can give more than they hold.`;
    expect(() =>
      assertMayGrant(without('crm.people.erase'), ['staff', 'treasurer', 'admin'], settings),
    ).toThrow(
      expect.objectContaining({
        status: 400,
        details: [
          { code: 'NOT_ALLOWED', message: message('treasurer'), target: 'roles[1]' },
          { code: 'NOT_ALLOWED', message: message('admin'), target: 'roles[2]' },
        ],
      }),
    );
  });

  it("are never the platform's, nor unknown", () => {
    expect(() => assertMayGrant(all, ['platform-admin'], settings)).toThrow(/platform-admin/);
    expect(() => assertMayGrant(all, ['gardener'], settings)).toThrow(/gardener/);
  });
});

describe('a user', () => {
  it('is changed by one who holds what the user holds', () => {
    const treasurer = createSubject({ roles: ['treasurer'], roleIds: { treasurer: 2 } });
    expect(() => assertMayAdminister(all, treasurer, settings)).not.toThrow();
    expect(() => assertMayAdminister(new Set(), createSubject({}), settings)).not.toThrow();
    expect(() => assertMayAdminister(without('crm.people.erase'), treasurer, settings)).toThrow(
      expect.objectContaining({
        status: 403,
        message:
          'The user holds the permission crm.people.erase, which you do not hold; somebody who does must change them.',
      }),
    );
  });

  it('who administers the platform is changed by its administrators alone', () => {
    expect(() => assertMayAdminister(all, createSubject({ roles: ['platform-admin'] }), settings)).toThrow(
      expect.objectContaining({
        status: 403,
        message: 'The user administers the platform; only its administrators can change them.',
      }),
    );
  });

  it.each<[string, Partial<SubjectItem>]>([
    ['active', {}],
    ['active', { login: { status: 'created' } }],
    ['invited', { login: { status: 'none' } }],
    ['invited', { login: { status: 'invited', expires: 'e', sent: 1 } }],
    ['disabled', { disabled: true }],
    ['disabled', { disabled: true, login: { status: 'none' } }],
  ])('is %s: %j', (status, change) => {
    expect(presentTenantUser(createSubject(change), settings).status).toBe(status);
  });

  it('has the roles that were not deleted since, and what is known', () => {
    const subject = createSubject({ roles: ['staff', 'treasurer'], roleIds: { treasurer: 1 } });
    const presented = {
      ...{ id: 's', userName: 'ada', status: 'active', roles: ['staff'] },
      ...{ version: 3, createdDate: 'c', modifiedDate: 'm' },
    };
    expect(presentTenantUser(subject, settings)).toStrictEqual(presented);
    const known = { personId: 'p', lastSignIn: 'l' };
    expect(presentTenantUser({ ...subject, ...known }, settings)).toStrictEqual({ ...presented, ...known });
  });
});
