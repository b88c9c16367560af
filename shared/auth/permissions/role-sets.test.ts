// Which role sets a tenant may have (docs/interface/identity.md#assigned-permissions).
import { describe, expect, it } from 'vitest';
import { describeAdministratorGap, validateRoleSet } from './role-sets.ts';

const required = [
  'identity.users.read',
  'identity.users.write',
  'training.settings.read',
  'training.settings.write',
];
const targets = { role: 'name', names: 'permissions' };

describe("the tenant's administrators", () => {
  it('keep what they administer with', () => {
    expect(describeAdministratorGap('admin', required)).toBeUndefined();
    expect(describeAdministratorGap('admin', [...required, 'crm.people.read'])).toBeUndefined();
    expect(describeAdministratorGap('admin', required.slice(0, 2))).toBe(
      `The role admin administers the tenant and must keep ${required.join(', ')}; add training.settings.read, training.settings.write.`,
    );
  });

  it('have the only role that must keep it', () => {
    expect(describeAdministratorGap('staff', [])).toBeUndefined();
  });
});

describe('a role set', () => {
  it('has permissions of the tenant', () => {
    expect(validateRoleSet('staff', required, targets)).toEqual([]);
  });

  it("is not the platform's role, and has neither its permission nor unknown ones", () => {
    expect(
      validateRoleSet('platform-admin', ['crm.people.read', 'platform.admin', 'toString'], targets),
    ).toEqual([
      {
        code: 'NOT_ALLOWED',
        message: 'The role platform-admin belongs to the platform and cannot be redefined.',
        target: 'name',
      },
      { code: 'NOT_ALLOWED', message: 'A tenant cannot grant platform.admin.', target: 'permissions[1]' },
      { code: 'UNKNOWN_VALUE', message: 'There is no permission toString.', target: 'permissions[2]' },
    ]);
  });
});
