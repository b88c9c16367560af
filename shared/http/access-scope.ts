// What the request to an endpoint may touch of the table: read off the contract, decided before anything else happens.
import { keysOfTenants, publishedKeys, type Reach, reachOfTenant } from '../data/access-scope.ts';
import { type TenantCode, parseTenantCode } from '../data/tenant-code.ts';
import type { Area } from './areas.ts';
import { type EndpointConfig, isScoped } from './endpoint.ts';
import type { Request } from './request.ts';

/** The path's parameter that names the tenant of a public link. */
const tenantParameter = 'tenantCode';

/** How a contract says whose data it serves. */
type TenantSource = 'header' | 'path' | 'none';

const tenantSource = ({ access, path }: EndpointConfig): TenantSource => {
  if (isScoped(access)) return access.platform ? 'none' : 'header';
  return access === 'public' && path.includes(`{${tenantParameter}}`) ? 'path' : 'none';
};

/** Whether the endpoint serves one tenant, which each of its requests names: in the header, or in a public link. */
export const servesOneTenant = (contract: EndpointConfig): boolean => tenantSource(contract) !== 'none';

/** The clients that areas authenticate, and the windows in which their attempts are counted. */
const clientKeys = 'P#CLIENT#*';
export const attemptKeys = 'P#THROTTLE#*';

/** Patterns of the platform's keys that an area works with where it works with any: area C with all of them. */
export const platformKeys = (area: Area): readonly string[] =>
  area === 'identity' ? ['P#*'] : [clientKeys, attemptKeys];

function tenantNamed(contract: EndpointConfig, { headers, params }: Request): TenantCode | undefined {
  const named =
    tenantSource(contract) === 'header' ? headers['tenant-code'] : (params[tenantParameter] ?? '');
  return parseTenantCode(named ?? '');
}

/** The reach of a request. Whether the tenant exists and the caller may enter it is for the chain to say. */
export const reachOf = (contract: EndpointConfig, request: Request): Reach =>
  servesOneTenant(contract)
    ? reachOfTenant(tenantNamed(contract, request))
    : {
        tenant: undefined,
        own: [keysOfTenants, ...platformKeys(contract.area)],
        read: [publishedKeys],
      };
