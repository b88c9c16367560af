// Proves the rules of tenants.
// Rules: docs/interface/access.md#tenant-access-setting.
import { describe, expect, it } from 'vitest';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { applyTenantInput, assertNotOwnTenant, buildTenant, setTenantStatus } from './tenant.ts';

const now = new Date('2027-03-01T12:00:00Z');
const code = parseTenantCode('quill');
if (!code) throw new Error('quill is a code');
const tenant = buildTenant(code, { name: 'Quill' }, now);

describe('a new tenant', () => {
  it('by default needs only tenant-code to read, and a token to write', () => {
    const mode = { read: 'tenant', write: 'token' };
    expect(tenant.access).toEqual({ training: mode, billtracking: mode });
    expect(tenant).toMatchObject({ status: 'active', roles: {}, clockOffsetSeconds: 0, version: 1 });
  });
});

describe('changed settings', () => {
  it('keep the fields that were not sent', () => {
    const open = { read: 'tenant', write: 'tenant' } as const;
    const changed = applyTenantInput(tenant, { access: { training: open } }, now);
    expect(changed.access).toEqual({ training: open, billtracking: tenant.access.billtracking });
    expect(changed).toMatchObject({ name: 'Quill', version: 2 });
  });

  it('refuse roles with unknown permissions, or with those of the platform', () => {
    expect(() => applyTenantInput(tenant, { roles: { boss: ['platform.admin'] } }, now)).toThrow(
      /cannot grant/,
    );
    expect(() => applyTenantInput(tenant, { roles: { boss: ['constructor'] } }, now)).toThrow(
      /no permission/,
    );
    expect(() => applyTenantInput(tenant, { roles: { 'platform-admin': [] } }, now)).toThrow(
      /belongs to the platform/,
    );
    expect(() => applyTenantInput(tenant, { roles: { admin: ['training.settings.write'] } }, now)).toThrow(
      /must keep .*; add identity.users.read, identity.users.write, training.settings.read\./,
    );
  });
});

describe('suspension', () => {
  it('changes the status and increases the version', () => {
    expect(setTenantStatus(tenant, 'suspended', now)).toMatchObject({ status: 'suspended', version: 2 });
  });

  it('is refused to a caller in the tenant itself', () => {
    expect(() => assertNotOwnTenant('quill', 'quill')).toThrow(/suspend it by a request in another tenant/);
    expect(() => assertNotOwnTenant('quill', 'other')).not.toThrow();
  });
});
