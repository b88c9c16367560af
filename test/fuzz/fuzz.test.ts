// Every endpoint under generated requests (fast-check), with the demo data.

import { demoTenant } from '../../infra/contracts/demo-tenants.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { listRequiredPermissions } from '../contract/example-request.ts';
import { startPlatform } from '../harness/platform.ts';
import { fuzz } from './suite.ts';

fuzz(await listEndpoints(), async () => {
  const platform = await startPlatform();
  return {
    port: Number(new URL(platform.address).port),
    tenant: demoTenant,
    values: platform.demo.values,
    tokenFor: (contract) =>
      platform.tokenFor({ tenant: demoTenant, permissions: listRequiredPermissions(contract) }),
    stop: () => platform.stop(),
  };
});
