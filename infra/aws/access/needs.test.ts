// Needs: what a function may access follows from its contract and from the content of its bundle.
import { describe, expect, it } from 'vitest';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import { getEndpointNeeds, getRoleName } from './needs.ts';

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
const noSources = new Set<string>();
const signingSources = new Set([
  'shared/auth/tokens/issue-token.ts',
  'shared/auth/tokens/signing-key.ts',
  'node_modules/@aws-sdk/client-secrets-manager/dist-es/index.js',
]);

describe('the needs of an endpoint', () => {
  it('are only reading for a GET, and for a POST that only reads', () => {
    expect(getRoleName(getEndpointNeeds(contract, noSources))).toBe('TenantRead');
    expect(getEndpointNeeds({ ...contract, method: 'POST', repeatable: true }, noSources).writes).toBe(false);
  });

  it('include writing for endpoints that change something, also when they are repeatable', () => {
    expect(getEndpointNeeds({ ...contract, method: 'PUT' }, noSources).writes).toBe(true);
    const budget = { roundTrips: 1, readUnits: 1, writeUnits: 1 };
    expect(
      getEndpointNeeds({ ...contract, method: 'POST', repeatable: true, budget }, noSources).writes,
    ).toBe(true);
  });

  it("are the platform's items for public endpoints, clients, and those that declare it", () => {
    expect(getEndpointNeeds({ ...contract, access: 'public' }, noSources).scope).toBe('platform');
    expect(getEndpointNeeds({ ...contract, access: { client: true } }, noSources).scope).toBe('platform');
    const access = { permission: 'platform.admin', token: 'required', platform: true } as const;
    expect(getEndpointNeeds({ ...contract, access }, noSources).scope).toBe('platform');
  });

  it("are a tenant's items alone where a public link names the tenant", () => {
    const path = '/api/v1/Public/Verify/{tenantCode}/{number}' as const;
    expect(getRoleName(getEndpointNeeds({ ...contract, path, access: 'public' }, noSources))).toBe(
      'TenantRead',
    );
    // An administrator of the platform works on the tenant that the path names, not in it.
    const access = { permission: 'platform.admin', token: 'required', platform: true } as const;
    expect(getEndpointNeeds({ ...contract, path, access }, noSources).scope).toBe('platform');
  });

  it('are the windows of attempts only with the throttle in the bundle, apart from area C, which has all', () => {
    const throttles = new Set(['shared/auth/throttles/throttle-store.ts']);
    const open = { ...contract, access: 'public' } as const;
    expect(getRoleName(getEndpointNeeds(open, throttles))).toBe('PlatformReadThrottling');
    expect(getEndpointNeeds(open, noSources).throttles).toBe(false);
    expect(getEndpointNeeds(contract, throttles).throttles).toBe(false);
    expect(getEndpointNeeds({ ...open, area: 'identity' }, throttles).throttles).toBe(false);
  });

  it("are the tenants' credential keys only with both what opens them and the secrets client in the bundle", () => {
    const opens = 'shared/credentials/sealing-secret.ts';
    const client = 'node_modules/@aws-sdk/client-secrets-manager/dist-es/index.js';
    expect(getRoleName(getEndpointNeeds(contract, new Set([opens, client])))).toBe('TenantReadIssuing');
    expect(getEndpointNeeds(contract, new Set([opens, client])).signingKeys).toBe('none');
    expect(getEndpointNeeds(contract, new Set([opens])).credentialKeys).toBe(false);
    expect(getEndpointNeeds(contract, signingSources).credentialKeys).toBe(false);
  });

  it('are the signing keys only with the secrets client in the bundle', () => {
    expect(getEndpointNeeds(contract, signingSources).signingKeys).toBe('read');
    expect(
      getEndpointNeeds(contract, new Set([...signingSources, 'shared/auth/tokens/rotate-keys.ts']))
        .signingKeys,
    ).toBe('rotate');
    expect(getEndpointNeeds(contract, new Set(['shared/auth/tokens/rotate-keys.ts'])).signingKeys).toBe(
      'none',
    );
  });
});
