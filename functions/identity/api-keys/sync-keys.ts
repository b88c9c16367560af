// Which API keys there are to be: one per tenant, in the usage plan of its tier, and none that nobody goes by.
import {
  type ApiKeyOwner,
  apiKeyName,
  tenantKeysPrefix,
  usagePlanName,
} from '../../../shared/limits/api-keys.ts';

/** A key as API Gateway has it. Its value is its name. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
}

/** API Gateway's keys and plans, as far as they are needed here. Every method may be called again without harm. */
export interface ApiKeyRegistry {
  /** The keys whose names begin so. */
  keysNamed(prefix: string): Promise<readonly ApiKey[]>;
  /** The ids of the usage plans by name. */
  plans(): Promise<ReadonlyMap<string, string>>;
  /** The ids of the keys in a plan. */
  keysIn(planId: string): Promise<ReadonlySet<string>>;
  /** Makes the key and answers with its id; that of the one there is when there is one. */
  make(name: string): Promise<string>;
  /** Puts the key into the plan, unless it is there. */
  join(planId: string, keyId: string): Promise<void>;
  /** Removes the key, also from its plan, unless it is gone. */
  remove(keyId: string): Promise<void>;
}

/** A tenant whose keys are looked after. */
export interface KeyedTenant extends ApiKeyOwner {
  /** Whether it was made or changed lately: a key of its earlier tier may still be in use then. */
  readonly isRecentlyChanged: boolean;
}

function requirePlan(plans: ReadonlyMap<string, string>, platform: string, { tier }: ApiKeyOwner): string {
  const name = usagePlanName(platform, tier);
  const id = plans.get(name);
  if (!id)
    throw new Error(`There is no usage plan ${name}: deploy the stack ${platform}-edge, which makes them.`);
  return id;
}

/** Gives the tenant its key, in the plan of its tier. May run again, and beside itself. */
export async function assignKey(
  register: ApiKeyRegistry,
  platform: string,
  holder: ApiKeyOwner,
): Promise<void> {
  const planId = requirePlan(await register.plans(), platform, holder);
  await register.join(planId, await register.make(apiKeyName(platform, holder)));
}

/** What a sweep found to do. */
export interface SweepReport {
  readonly made: number;
  readonly removed: number;
}

/**
 * Gives every tenant the key it lacks and removes the keys nobody goes by: of tenants that are no more, and of tiers that
 * their tenants have left.
 *
 * @param tenants is asked after the keys were listed: a tenant is there before its key, so the key of a new one is never
 *   taken for nobody's
 */
export async function sweepKeys(
  register: ApiKeyRegistry,
  platform: string,
  tenants: () => AsyncIterable<KeyedTenant>,
): Promise<SweepReport> {
  const plans = await register.plans();
  const inPlan = new Map<string, ReadonlySet<string>>();
  for (const id of plans.values()) inPlan.set(id, await register.keysIn(id));
  const unclaimed = new Map(
    (await register.keysNamed(tenantKeysPrefix(platform))).map(({ name, id }) => [name, id]),
  );
  let made = 0;
  for await (const tenant of tenants()) {
    const name = apiKeyName(platform, tenant);
    const planId = requirePlan(plans, platform, tenant);
    const id = unclaimed.get(name);
    if (id === undefined || !inPlan.get(planId)?.has(id)) {
      await register.join(planId, id ?? (await register.make(name)));
      made += 1;
    }
    unclaimed.delete(name);
    if (tenant.isRecentlyChanged) {
      for (const other of unclaimed.keys())
        if (isKeyOfTenant(platform, tenant.code, other)) unclaimed.delete(other);
    }
  }
  for (const id of unclaimed.values()) await register.remove(id);
  return { made, removed: unclaimed.size };
}

/** Whether a key is a tenant's, of whatever tier. */
const isKeyOfTenant = (platform: string, code: string, name: string): boolean =>
  name.slice(0, name.lastIndexOf('-')) === `${tenantKeysPrefix(platform)}${code}`;
