// Every endpoint under generated requests (fast-check), with the demo data.

import { demoTenant } from '../../infra/contracts/demo-tenants.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { fillPlaceholders } from '../../infra/openapi/examples.ts';
import { isTenantScoped } from '../../shared/auth/permissions/access-requirement.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { listRequiredPermissions } from '../contract/example-request.ts';
import { startPlatform } from '../harness/platform.ts';
import { shareTokens } from '../harness/share-tokens.ts';
import { fuzz } from './suite.ts';

/** The permissions that the endpoint requires, to act for others, and for all filters: bodies name any. */
function listGrantedPermissions(contract: EndpointConfig) {
  const { access } = contract;
  const more = isTenantScoped(access) ? [access.others, access.some] : [];
  return [...listRequiredPermissions(contract), ...more.filter((permission) => permission !== undefined)];
}

fuzz(await listEndpoints(), async () => {
  const platform = await startPlatform();
  // Endpoints that require the same permissions share a caller, which no example changes.
  const findToken = shareTokens(platform);
  return {
    port: Number(new URL(platform.address).port),
    tenant: demoTenant,
    values: platform.demo.values,
    tokenFor: (contract) => {
      const { access, example } = contract;
      // Not for one's own account: an example changes the password that the next one needs.
      const isOwn = isTenantScoped(access) && access.permission === 'own';
      const subject = isOwn ? undefined : fillPlaceholders(example.user, platform.demo.values);
      const caller = {
        ...{ tenant: demoTenant, permissions: listGrantedPermissions(contract) },
        ...(typeof subject === 'string' && { subject }),
      };
      return isOwn ? platform.tokenFor(caller) : findToken(caller);
    },
    stop: () => platform.stop(),
  };
});
