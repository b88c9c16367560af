// Needs: what a function may touch follows from its contract and from what is in its bundle.
import { describe, expect, it } from 'vitest';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { needsOf, roleNameOf } from './needs.ts';

const contract: EndpointConfig = {
  area: 'crm',
  method: 'GET',
  path: '/api/v1/Trees',
  summary: 'List trees',
  tags: ['Trees'],
  responses: {},
  access: { permission: 'crm.people.read', token: 'required' },
  budget: { roundTrips: 1, readUnits: 1 },
  example: {},
};
const nothing = new Set<string>();
const signs = new Set([
  'shared/auth/issue-token.ts',
  'shared/auth/signing-key.ts',
  'node_modules/@aws-sdk/client-secrets-manager/dist-es/index.js',
]);

describe('the needs of an endpoint', () => {
  it('are reading for a GET and for a POST that only reads', () => {
    expect(roleNameOf(needsOf(contract, nothing))).toBe('TenantRead');
    expect(needsOf({ ...contract, method: 'POST', repeatable: true }, nothing).writes).toBe(false);
  });

  it('are writing for what changes something, also when it may be repeated', () => {
    expect(needsOf({ ...contract, method: 'PUT' }, nothing).writes).toBe(true);
    const budget = { roundTrips: 1, readUnits: 1, writeUnits: 1 };
    expect(needsOf({ ...contract, method: 'POST', repeatable: true, budget }, nothing).writes).toBe(true);
  });

  it("are the platform's items for public endpoints, clients, and those that declare it", () => {
    expect(needsOf({ ...contract, access: 'public' }, nothing).scope).toBe('platform');
    expect(needsOf({ ...contract, access: { client: true } }, nothing).scope).toBe('platform');
    const access = { permission: 'platform.admin', token: 'required', platform: true } as const;
    expect(needsOf({ ...contract, access }, nothing).scope).toBe('platform');
  });

  it("are a tenant's items alone where a public link names the tenant", () => {
    const path = '/api/v1/Public/Verify/{tenantCode}/{number}' as const;
    expect(roleNameOf(needsOf({ ...contract, path, access: 'public' }, nothing))).toBe('TenantRead');
    // Whoever administers the platform works on the tenant that the path names, not in it.
    const access = { permission: 'platform.admin', token: 'required', platform: true } as const;
    expect(needsOf({ ...contract, path, access }, nothing).scope).toBe('platform');
  });

  it('are the windows of attempts only with the throttle in the bundle, apart from area C, which has all', () => {
    const throttles = new Set(['shared/auth/throttle-store.ts']);
    const open = { ...contract, access: 'public' } as const;
    expect(roleNameOf(needsOf(open, throttles))).toBe('PlatformReadThrottling');
    expect(needsOf(open, nothing).throttles).toBe(false);
    expect(needsOf(contract, throttles).throttles).toBe(false);
    expect(needsOf({ ...open, area: 'identity' }, throttles).throttles).toBe(false);
  });

  it("are the tenants' credential keys only with both what opens them and the secrets client in the bundle", () => {
    const opens = 'shared/credentials/sealing-secret.ts';
    const client = 'node_modules/@aws-sdk/client-secrets-manager/dist-es/index.js';
    expect(roleNameOf(needsOf(contract, new Set([opens, client])))).toBe('TenantReadIssuing');
    expect(needsOf(contract, new Set([opens, client])).signingKeys).toBe('none');
    expect(needsOf(contract, new Set([opens])).credentialKeys).toBe(false);
    expect(needsOf(contract, signs).credentialKeys).toBe(false);
  });

  it('are the signing keys only with the secrets client in the bundle', () => {
    expect(needsOf(contract, signs).signingKeys).toBe('read');
    expect(needsOf(contract, new Set([...signs, 'shared/auth/rotate-keys.ts'])).signingKeys).toBe('rotate');
    expect(needsOf(contract, new Set(['shared/auth/rotate-keys.ts'])).signingKeys).toBe('none');
  });
});
