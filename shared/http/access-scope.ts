// Which keys a request may access: derived from its contract, before anything else happens.
import { isTenantScoped } from '../auth/permissions/access-requirement.ts';
import {
  type AccessScope,
  allTenantKeysPattern,
  publishedKeysPattern,
  tenantAccessScope,
} from '../data/tenant/access-scope.ts';
import { parseTenantCode, type TenantCode } from '../data/tenant/tenant-code.ts';
import type { Area } from './areas.ts';
import type { EndpointConfig } from './endpoint.ts';
import type { Request } from './request/request.ts';

/** The path parameter that names the tenant of a public link. */
const tenantParameter = 'tenantCode';

/** Where a request names its tenant. */
type TenantSource = 'header' | 'path' | 'none';

const getTenantSource = ({ access, path }: EndpointConfig): TenantSource => {
  if (isTenantScoped(access)) return access.platform ? 'none' : 'header';
  return access === 'public' && path.includes(`{${tenantParameter}}`) ? 'path' : 'none';
};

/** Whether the endpoint serves one tenant, which each request names in the header or in a public link. */
export const servesOneTenant = (contract: EndpointConfig): boolean => getTenantSource(contract) !== 'none';

/** The OAuth clients that areas authenticate, and the windows in which their attempts are counted. */
const clientKeysPattern = 'P#CLIENT#*';
export const throttleKeysPattern = 'P#THROTTLE#*';

/** Patterns of the platform's keys that an area may access: area C may access all of them. */
export const platformKeyPatterns = (area: Area): readonly string[] =>
  area === 'identity' ? ['P#*'] : [clientKeysPattern, throttleKeysPattern];

function findNamedTenant(contract: EndpointConfig, { headers, params }: Request): TenantCode | undefined {
  const named =
    getTenantSource(contract) === 'header' ? headers['tenant-code'] : (params[tenantParameter] ?? '');
  return parseTenantCode(named ?? '');
}

/** The access scope of a request. Whether the tenant exists and admits the caller is checked later in the chain. */
export const resolveAccessScope = (contract: EndpointConfig, request: Request): AccessScope =>
  servesOneTenant(contract)
    ? tenantAccessScope(findNamedTenant(contract, request))
    : {
        tenant: undefined,
        readWrite: [allTenantKeysPattern, ...platformKeyPatterns(contract.area)],
        readOnly: [publishedKeysPattern],
      };
