// Synchronizes API Gateway's keys with the tenants: one key per tenant, in the usage plan of its tier.
import {
  type ApiKeyOwner,
  apiKeyName,
  tenantKeysPrefix,
  usagePlanName,
} from '../../../shared/limits/api-keys.ts';

/** A key of API Gateway. Its value is its name. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
}

/** The operations on API Gateway's keys and usage plans that are used here. All of them are idempotent. */
export interface ApiKeyRegistry {
  /** The keys whose names have this prefix. */
  listKeys(prefix: string): Promise<readonly ApiKey[]>;
  /** The ids of the usage plans by name. */
  listPlans(): Promise<ReadonlyMap<string, string>>;
  /** The ids of the keys in a plan. */
  listKeyIds(planId: string): Promise<ReadonlySet<string>>;
  /** Creates the key unless it exists, and returns its id. */
  createKey(name: string): Promise<string>;
  /** Adds the key to the plan, unless it is in it. */
  addToPlan(planId: string, keyId: string): Promise<void>;
  /** Deletes the key, also from its plan, if it exists. */
  removeKey(keyId: string): Promise<void>;
}

/** A tenant whose keys are synchronized. */
export interface KeyedTenant extends ApiKeyOwner {
  /** Whether it got its tier recently: a key of its earlier tier may still be in use then. */
  readonly hasNewTier: boolean;
}

function requirePlan(plans: ReadonlyMap<string, string>, platform: string, { tier }: ApiKeyOwner): string {
  const name = usagePlanName(platform, tier);
  const id = plans.get(name);
  if (!id)
    throw new Error(`There is no usage plan ${name}: deploy the stack ${platform}-edge, which makes them.`);
  return id;
}

/** Creates the tenant's key in the plan of its tier. Idempotent, and safe to run in parallel. */
export async function assignKey(
  registry: ApiKeyRegistry,
  platform: string,
  holder: ApiKeyOwner,
): Promise<void> {
  const planId = requirePlan(await registry.listPlans(), platform, holder);
  await registry.addToPlan(planId, await registry.createKey(apiKeyName(platform, holder)));
}

/** Removes the keys of a tenant, with their places in usage plans. Returns how many there were. */
export async function removeTenantKeys(
  registry: ApiKeyRegistry,
  platform: string,
  code: string,
): Promise<number> {
  const listed = await registry.listKeys(`${tenantKeysPrefix(platform)}${code}-`);
  const own = listed.filter(({ name }) => isKeyOfTenant(platform, code, name));
  for (const { id } of own) await registry.removeKey(id);
  return own.length;
}

/** How many keys a sweep created and removed. */
export interface SweepReport {
  readonly created: number;
  readonly removed: number;
}

/**
 * Creates missing keys of tenants and removes keys that are no longer used: of tenants that no longer exist, and of
 * tiers that their tenants have left.
 *
 * @param tenants is called after the keys were listed: a tenant is created before its key, so the key of a new tenant
 * is never removed
 */
export async function sweepKeys(
  registry: ApiKeyRegistry,
  platform: string,
  tenants: () => AsyncIterable<KeyedTenant>,
): Promise<SweepReport> {
  const plans = await registry.listPlans();
  const inPlan = new Map<string, ReadonlySet<string>>();
  for (const id of plans.values()) inPlan.set(id, await registry.listKeyIds(id));
  const unclaimed = new Map(
    (await registry.listKeys(tenantKeysPrefix(platform))).map(({ name, id }) => [name, id]),
  );
  let created = 0;
  for await (const tenant of tenants()) {
    const name = apiKeyName(platform, tenant);
    const planId = requirePlan(plans, platform, tenant);
    const id = unclaimed.get(name);
    if (id === undefined || !inPlan.get(planId)?.has(id)) {
      await registry.addToPlan(planId, id ?? (await registry.createKey(name)));
      created += 1;
    }
    unclaimed.delete(name);
    if (tenant.hasNewTier) {
      for (const other of unclaimed.keys())
        if (isKeyOfTenant(platform, tenant.code, other)) unclaimed.delete(other);
    }
  }
  for (const id of unclaimed.values()) await registry.removeKey(id);
  return { created, removed: unclaimed.size };
}

/** Whether a key belongs to a tenant, in any tier. */
const isKeyOfTenant = (platform: string, code: string, name: string): boolean =>
  name.slice(0, name.lastIndexOf('-')) === `${tenantKeysPrefix(platform)}${code}`;
