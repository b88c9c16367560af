// What the request to an endpoint may touch of the table: read off the contract, decided before anything else happens.
import {
  type AccessScope,
  allTenantKeysPattern,
  publishedKeysPattern,
  tenantAccessScope,
} from '../data/access-scope.ts';
import { parseTenantCode, type TenantCode } from '../data/tenant-code.ts';
import type { Area } from './areas.ts';
import { type EndpointConfig, isTenantScoped } from './endpoint.ts';
import type { Request } from './request.ts';

/** The path's parameter that names the tenant of a public link. */
const tenantParameter = 'tenantCode';

/** How a contract says whose data it serves. */
type TenantSource = 'header' | 'path' | 'none';

const getTenantSource = ({ access, path }: EndpointConfig): TenantSource => {
  if (isTenantScoped(access)) return access.platform ? 'none' : 'header';
  return access === 'public' && path.includes(`{${tenantParameter}}`) ? 'path' : 'none';
};

/** Whether the endpoint serves one tenant, which each of its requests names: in the header, or in a public link. */
export const servesOneTenant = (contract: EndpointConfig): boolean => getTenantSource(contract) !== 'none';

/** The clients that areas authenticate, and the windows in which their attempts are counted. */
const clientKeysPattern = 'P#CLIENT#*';
export const throttleKeysPattern = 'P#THROTTLE#*';

/** Patterns of the platform's keys that an area works with where it works with any: area C with all of them. */
export const platformKeyPatterns = (area: Area): readonly string[] =>
  area === 'identity' ? ['P#*'] : [clientKeysPattern, throttleKeysPattern];

function findNamedTenant(contract: EndpointConfig, { headers, params }: Request): TenantCode | undefined {
  const named =
    getTenantSource(contract) === 'header' ? headers['tenant-code'] : (params[tenantParameter] ?? '');
  return parseTenantCode(named ?? '');
}

/** The reach of a request. Whether the tenant exists and the caller may enter it is for the chain to say. */
export const resolveAccessScope = (contract: EndpointConfig, request: Request): AccessScope =>
  servesOneTenant(contract)
    ? tenantAccessScope(findNamedTenant(contract, request))
    : {
        tenant: undefined,
        own: [allTenantKeysPattern, ...platformKeyPatterns(contract.area)],
        read: [publishedKeysPattern],
      };
