// Proves the permission list, the default roles and the scope sets.
// Rules: docs/interface/access.md#permissions.
import { describe, expect, it } from 'vitest';
import {
  defaultRoles,
  isPermission,
  isScope,
  narrowByScope,
  parseScope,
  permissionNames,
  permissions,
  platformRole,
  resolveRolePermissions,
  resolveScopePermissions,
} from './permissions.ts';

describe('permissions', () => {
  it('has a sentence for each', () => {
    for (const name of permissionNames) expect(permissions[name]).toMatch(/^[A-Z].+\.$/);
  });

  it("spells the existing callers' names as they do", () => {
    expect(permissionNames).toEqual(
      expect.arrayContaining([
        'RegisterMembersfromOwnOrganization',
        'OverrideRegistration',
        'EditSelfProfileDetails',
        'EditPersonProfileDetails',
      ]),
    );
  });

  it('does not treat names of the prototype as permissions', () => {
    expect(isPermission('constructor')).toBe(false);
    expect(resolveRolePermissions(['constructor', '__proto__'], defaultRoles).size).toBe(0);
    expect(resolveScopePermissions(['constructor', '__proto__', 'toString']).size).toBe(0);
  });
});

describe('roles', () => {
  it('gives admin everything except platform.admin', () => {
    const held = resolveRolePermissions(['admin'], defaultRoles);
    expect(held.has('platform.admin')).toBe(false);
    expect(held.size).toBe(permissionNames.length - 1);
  });

  it("gives the platform role everything, regardless of the tenant's roles", () => {
    expect(resolveRolePermissions([platformRole], { [platformRole]: [] }).has('platform.admin')).toBe(true);
  });

  it("never takes platform.admin from a tenant's own set", () => {
    expect(resolveRolePermissions(['mine'], { mine: ['platform.admin', 'crm.people.read'] })).toEqual(
      new Set(['crm.people.read']),
    );
  });

  it('gives nothing for a role the tenant does not know', () => {
    expect(resolveRolePermissions(['owner'], defaultRoles).size).toBe(0);
  });

  it('lets a member read and not write', () => {
    const held = resolveRolePermissions(['member'], defaultRoles);
    expect(held.has('crm.people.read')).toBe(true);
    expect(held.has('crm.people.write')).toBe(false);
  });
});

describe('scopes', () => {
  it('are the permission names', () => {
    expect(resolveScopePermissions(['crm.people.read'])).toEqual(new Set(['crm.people.read']));
  });

  it("have the existing callers' sets", () => {
    expect(resolveScopePermissions(['UsersAPI']).has('crm.people.write')).toBe(true);
    expect(resolveScopePermissions(['AccreditationAPI']).has('OverrideRegistration')).toBe(true);
    expect(isScope('BilltrackingApi')).toBe(true);
  });

  it('never contain platform.admin', () => {
    expect(isScope('platform.admin')).toBe(false);
    expect(resolveScopePermissions(['platform.admin', 'UsersAPI']).has('platform.admin')).toBe(false);
  });

  it('are split at spaces, each once (RFC 6749 3.3)', () => {
    expect(parseScope(' a  b a')).toEqual(['a', 'b']);
    expect(parseScope(undefined)).toEqual([]);
  });

  it('can reduce the permissions of a token, and never add to them', () => {
    const held = resolveScopePermissions(['crm.people.read', 'crm.organizations.read']);
    expect(narrowByScope(held, 'crm.people.read crm.people.write')).toEqual(new Set(['crm.people.read']));
    expect(narrowByScope(held, '').size).toBe(0);
    expect(narrowByScope(held, undefined)).toBe(held);
  });
});
