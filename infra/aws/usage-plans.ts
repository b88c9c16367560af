// The usage plans of the tiers, over the APIs of all areas, and the two keys that belong to no tenant.
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { newTenantsKeyName, unknownCallersKeyName, usagePlanName } from '../../shared/limits/api-keys.ts';
import { type TierLimit, tierNames, tiers } from '../../shared/limits/tiers.ts';
import type { Environment } from './environment.ts';
import { getPrefix, toPascalCase } from './names.ts';

/** The stage of an area's API. */
export interface ApiStage {
  readonly apiId: string;
  readonly stage: string;
}

/** For all requests together that name no tenant of this platform and are refused anyway. */
const unknownTenantLimit: TierLimit = { perSecond: 10, burst: 50 };

/** For all tenants together that were created, or got another tier, within the last hour. */
const newTenantLimit: TierLimit = tiers.premium;

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
  const shared = [
    ['Newcomers', newTenantsKeyName(platform), newTenantLimit, 'Tenants whose own key may not exist yet'],
    [
      'Strangers',
      unknownCallersKeyName(platform),
      unknownTenantLimit,
      'Requests that name no tenant of this platform',
    ],
  ] as const;
  for (const [id, name, limit, description] of shared) {
    const plan = { id: `${id}Plan`, name: `${platform}-${id.toLowerCase()}`, description };
    createKey(scope, id, name, createPlan(scope, plan, limit, stages));
  }
}
