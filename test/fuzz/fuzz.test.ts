// Every endpoint under generated requests (fast-check), with the demo data.

import { demoTenant } from '../../infra/contracts/demo-tenants.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { isTenantScoped } from '../../shared/auth/access-requirement.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { listRequiredPermissions } from '../contract/example-request.ts';
import { startPlatform } from '../harness/platform.ts';
import { fuzz } from './suite.ts';

/** The permissions that the endpoint requires, to act for others, and for all filters: bodies name any. */
function listGrantedPermissions(contract: EndpointConfig) {
  const { access } = contract;
  const more = isTenantScoped(access) ? [access.others, access.some] : [];
  return [...listRequiredPermissions(contract), ...more.filter((permission) => permission !== undefined)];
}

fuzz(await listEndpoints(), async () => {
  const platform = await startPlatform();
  return {
    port: Number(new URL(platform.address).port),
    tenant: demoTenant,
    values: platform.demo.values,
    tokenFor: (contract) =>
      platform.tokenFor({ tenant: demoTenant, permissions: listGrantedPermissions(contract) }),
    stop: () => platform.stop(),
  };
});
