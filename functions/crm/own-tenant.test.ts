import { expect, it } from 'vitest';
import { openPlatformStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { assertOwnTenant } from './own-tenant.ts';

it('a path names the tenant of the header, or the request is refused', () => {
  const code = parseTenantCode('demo');
  if (!code) throw new Error('demo is a tenant code');
  const tenant = openPlatformStore().tenant(code);
  expect(() => assertOwnTenant(tenant, 'demo')).not.toThrow();
  for (const other of ['harbor', 'demo2', '', '*'])
    expect(() => assertOwnTenant(tenant, other)).toThrow('the tenant-code header names demo');
});
