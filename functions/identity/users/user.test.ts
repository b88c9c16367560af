// Proves the rules of users.
import { describe, expect, it } from 'vitest';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { buildTenant } from '../tenants/tenant.ts';
import {
  addLeftTenant,
  addTenant,
  assertRolesExist,
  buildInvitation,
  buildUser,
  buildUserAccess,
  formatInvitationToken,
  getUserStatus,
  invitationLifetime,
  maxTenants,
  parseInvitationToken,
  requireInvitedUser,
  updateUser,
} from './user.ts';

const now = new Date('2027-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const user = buildUser(id, { userName: ' Zoe@example.org ' }, now);

function quill() {
  const code = parseTenantCode('quill');
  if (!code) throw new Error('no code');
  return buildTenant(code, { name: 'Quill', roles: { clerk: ['crm.people.read'] } }, now);
}

describe('a user', () => {
  it('begins without a password, trimmed, at version 1', () => {
    expect(user).toMatchObject({ userName: 'Zoe@example.org', version: 1, tenants: [] });
    expect(getUserStatus(user)).toBe('invited');
    expect(getUserStatus({ ...user, passwordHash: 'x' })).toBe('active');
    expect(getUserStatus({ ...user, passwordHash: 'x', disabled: true })).toBe('disabled');
  });

  it('increases its version with each change', () => {
    expect(updateUser(user, { disabled: true }, now)).toMatchObject({ version: 2, disabled: true });
  });

  it('is added to a tenant once, and to no more tenants than a transaction can contain', () => {
    const assigned = { ...user, tenants: addTenant(user, 'quill') };
    expect(addTenant(assigned, 'quill')).toBe(assigned.tenants);
    const full = { ...user, tenants: Array.from({ length: maxTenants }, (_, index) => `t${index}`) };
    expect(() => addTenant(full, 'quill')).toThrow(/at most 30 tenants/);
  });

  it('is given only roles that the tenant or the platform knows', () => {
    expect(() => assertRolesExist(['clerk', 'admin', 'platform-admin'], quill())).not.toThrow();
    expect(() => assertRolesExist(['owner'], quill())).toThrow(/has no role owner/);
    expect(() => assertRolesExist(['constructor'], quill())).toThrow(/has no role/);
  });
});

describe('an access that ended', () => {
  it('leaves its tokens revoked when it is granted again, even within one second', () => {
    const left = addLeftTenant(user, 'quill', 0, now);
    expect(buildUserAccess({ ...user, left }, quill(), [], undefined, now).revokedBefore).toBe(seconds + 1);
    const again = addLeftTenant({ ...user, left }, 'quill', seconds + 1, now);
    expect(again.quill).toBe(seconds + 2);
    expect(buildUserAccess(user, { ...quill(), id: 'constructor' }, [], undefined, now).revokedBefore).toBe(
      0,
    );
  });

  it('is removed when none of its tokens can still be valid', () => {
    expect(addLeftTenant({ ...user, left: { old: seconds - 9000 } }, 'quill', 0, now)).toEqual({
      quill: seconds + 1,
    });
  });
});

describe('an invitation', () => {
  const token = formatInvitationToken(id, Buffer.alloc(32, 1));
  const invited = { ...user, invitation: buildInvitation(token, now) };

  it('has a token that contains the user id, and is stored without the token', () => {
    expect(parseInvitationToken(token)).toBe(id);
    expect(parseInvitationToken('x')).toBeUndefined();
    expect(JSON.stringify(invited)).not.toContain(token.slice(40));
  });

  it('can be accepted for seven days, with its own token', () => {
    expect(requireInvitedUser(invited, token, now)).toBe(invited);
    const end = new Date(now.getTime() + invitationLifetime * 1000);
    expect(() => requireInvitedUser(invited, token, end)).toThrow(/The invitation is not valid/);
    expect(() => requireInvitedUser(invited, `${token}x`, now)).toThrow(/The invitation is not valid/);
    expect(() => requireInvitedUser({ ...invited, disabled: true }, `${token}x`, now)).toThrow(
      /The invitation is not valid/,
    );
    expect(() => requireInvitedUser({ ...invited, disabled: true }, token, now)).toThrow(
      /The account was disabled/,
    );
    expect(() => requireInvitedUser(user, token, now)).toThrow(/The invitation is not valid/);
    expect(() => requireInvitedUser(undefined, token, now)).toThrow(/The invitation is not valid/);
  });
});
