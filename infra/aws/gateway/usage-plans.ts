// The usage plans of the tiers, over the APIs of all areas, and the keys that belong to no single tenant.
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import {
  nameStrangersKey,
  sharedKeyName,
  sharedKeysOfTier,
  unknownCallersKeyName,
  usagePlanName,
} from '../../../shared/limits/api-keys.ts';
import {
  sharedTiers,
  strangerTiers,
  type TierLimit,
  tierNames,
  tiers,
} from '../../../shared/limits/tiers.ts';
import type { Environment } from '../environment/environment.ts';
import { getPrefix, toPascalCase } from '../environment/names.ts';

/** The stage of an area's API. */
export interface ApiStage {
  readonly apiId: string;
  readonly stage: string;
}

/** For all requests together that name no tenant of this platform and are refused anyway. */
const unknownTenantLimit: TierLimit = { perSecond: 10, burst: 50 };

function createPlan(
  scope: Construct,
  { id, name, description }: { readonly id: string; readonly name: string; readonly description: string },
  limit: TierLimit,
  stages: readonly ApiStage[],
): apigateway.CfnUsagePlan {
  return new apigateway.CfnUsagePlan(scope, id, {
    usagePlanName: name,
    description,
    apiStages: stages.map(({ apiId, stage }) => ({ apiId, stage })),
    throttle: { rateLimit: limit.perSecond, burstLimit: limit.burst },
    ...(limit.perDay !== undefined && { quota: { limit: limit.perDay, period: 'DAY' } }),
  });
}

/** A key in a plan. Its value is its name, which is no secret: API Gateway accepts keys only from the authorizer. */
function createKey(scope: Construct, id: string, name: string, plan: apigateway.CfnUsagePlan): void {
  const key = new apigateway.CfnApiKey(scope, `${id}Key`, { name, value: name, enabled: true });
  new apigateway.CfnUsagePlanKey(scope, `${id}Membership`, {
    keyId: key.ref,
    keyType: 'API_KEY',
    usagePlanId: plan.ref,
  });
}

interface SharedPlan {
  readonly name: string;
  readonly description: string;
  readonly limit: TierLimit;
  readonly nameKey: (share: number) => string;
}

/** Creates a plan with its keys, which several tenants share each. */
function createSharedPlan(
  scope: Construct,
  id: string,
  stages: readonly ApiStage[],
  { name, description, limit, nameKey }: SharedPlan,
): void {
  const plan = createPlan(scope, { id: `${id}Plan`, name, description }, limit, stages);
  for (let share = 0; share < sharedKeysOfTier; share += 1)
    createKey(scope, `${id}${share}`, nameKey(share), plan);
}

/**
 * Creates the plans. functions/identity/jobs/sync-api-key creates a tenant's key with the tenant, and finds a plan by its
 * name.
 */
export function createUsagePlans(
  scope: Construct,
  environment: Environment,
  stages: readonly ApiStage[],
): void {
  const platform = getPrefix(environment);
  for (const tier of tierNames) {
    const plan = {
      id: `${toPascalCase(tier)}Plan`,
      name: usagePlanName(platform, tier),
      description: `Tenants of the tier ${tier}`,
    };
    createPlan(scope, plan, tiers[tier], stages);
  }
  for (const tier of tierNames) {
    createSharedPlan(scope, `Shared${toPascalCase(tier)}`, stages, {
      name: `${platform}-shared-${tier}`,
      description: `Tenants of the tier ${tier} that have no key of their own`,
      limit: sharedTiers[tier],
      nameKey: (share) => sharedKeyName(platform, tier, share),
    });
    createSharedPlan(scope, `Strangers${toPascalCase(tier)}`, stages, {
      name: `${platform}-strangers-${tier}`,
      description: `Requests without a valid token to tenants of the tier ${tier}`,
      limit: strangerTiers[tier],
      nameKey: (share) => nameStrangersKey(platform, tier, share),
    });
  }
  const strangers = {
    id: 'StrangersPlan',
    name: `${platform}-strangers`,
    description: 'Requests that name no tenant of this platform',
  };
  const unknownCallers = createPlan(scope, strangers, unknownTenantLimit, stages);
  createKey(scope, 'Strangers', unknownCallersKeyName(platform), unknownCallers);
}
