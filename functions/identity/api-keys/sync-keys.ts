// Synchronizes API Gateway's keys with the tenants: one key per tenant, in the usage plan of its tier.
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  type ApiKeyItem,
  type ApiKeyOwner,
  apiKeyName,
  tenantKeysPrefix,
  usagePlanName,
} from '../../../shared/limits/api-keys.ts';
import { type Tier, tierNames } from '../../../shared/limits/tiers.ts';

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
  /** Creates the key unless it exists, and returns its id; undefined when API Gateway takes no more keys now. */
  createKey(name: string): Promise<string | undefined>;
  /** Adds the key to the plan, unless it is in it. */
  addToPlan(planId: string, keyId: string): Promise<void>;
  /** Deletes the key, also from its plan, if it exists. */
  removeKey(keyId: string): Promise<void>;
}

/** A tenant whose keys are synchronized. */
export interface KeyedTenant extends ApiKeyOwner {
  /** Whether it got its tier recently: a key of its earlier tier may still be in use then. */
  readonly hasNewTier: boolean;
  /** What is recorded about its own key. */
  readonly record: ApiKeyItem | undefined;
  readonly store: TenantStore;
}

/** Records for which tier a tenant's own key exists, or that it has none. */
type RecordKey = (store: TenantStore, tier: Tier | undefined) => Promise<void>;

function requirePlan(plans: ReadonlyMap<string, string>, platform: string, { tier }: ApiKeyOwner): string {
  const name = usagePlanName(platform, tier);
  const id = plans.get(name);
  if (!id)
    throw new Error(`There is no usage plan ${name}: deploy the stack ${platform}-edge, which makes them.`);
  return id;
}

/**
 * Creates the tenant's key in the plan of its tier. Idempotent, and safe to run in parallel.
 * @returns whether it exists now; API Gateway has a number of keys that an account may have, and a rate
 */
export async function assignKey(
  registry: ApiKeyRegistry,
  platform: string,
  holder: ApiKeyOwner,
): Promise<boolean> {
  const planId = requirePlan(await registry.listPlans(), platform, holder);
  const keyId = await registry.createKey(apiKeyName(platform, holder));
  if (keyId !== undefined) await registry.addToPlan(planId, keyId);
  return keyId !== undefined;
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

/** How many keys a sweep created and removed, and how many tenants have none of their own yet. */
export interface SweepReport {
  readonly created: number;
  readonly removed: number;
  readonly waiting: number;
}

interface SweepContext {
  readonly registry: ApiKeyRegistry;
  /** The prefix of all names of an environment. */
  readonly platform: string;
  /** Is called after the keys were listed: a tenant is created before its key, so the key of a new one is never removed. */
  readonly tenants: () => AsyncIterable<KeyedTenant>;
  readonly recordKey: RecordKey;
  readonly hasTime: () => boolean;
  /** Waits before the next call to API Gateway after it took no key. */
  readonly pause: () => Promise<void>;
}

/** After so many keys in a row that API Gateway did not take, the rest is left to the next sweep. */
const maxRefusals = 3;

/** Higher tiers first, because an account may not have room for the keys of all tenants. */
const byTier = (a: KeyedTenant, b: KeyedTenant): number =>
  tierNames.indexOf(b.tier) - tierNames.indexOf(a.tier);

/** Creates the keys of tenants that have none, as far as there is time and API Gateway takes them. */
async function createMissing(
  { registry, platform, recordKey, hasTime, pause }: SweepContext,
  missing: readonly KeyedTenant[],
  plans: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, string>,
): Promise<number> {
  let created = 0;
  let refusals = 0;
  for (const tenant of missing) {
    if (!hasTime() || refusals >= maxRefusals) break;
    const name = apiKeyName(platform, tenant);
    const id = known.get(name) ?? (await registry.createKey(name));
    if (id === undefined) {
      refusals += 1;
      await pause();
      continue;
    }
    refusals = 0;
    await registry.addToPlan(requirePlan(plans, platform, tenant), id);
    await recordKey(tenant.store, tenant.tier);
    created += 1;
  }
  return created;
}

/**
 * Creates missing keys of tenants, corrects what is recorded about them, and removes keys that are no longer used: of tenants
 * that no longer exist, and of tiers that their tenants have left.
 */
export async function sweepKeys(context: SweepContext): Promise<SweepReport> {
  const { registry, platform, tenants, recordKey } = context;
  const plans = await registry.listPlans();
  const inPlan = new Map<string, ReadonlySet<string>>();
  for (const id of plans.values()) inPlan.set(id, await registry.listKeyIds(id));
  const listed = await registry.listKeys(tenantKeysPrefix(platform));
  const known: ReadonlyMap<string, string> = new Map(listed.map(({ name, id }) => [name, id]));
  const unclaimed = new Map(known);
  const missing: KeyedTenant[] = [];
  for await (const tenant of tenants()) {
    const name = apiKeyName(platform, tenant);
    const id = known.get(name);
    const exists = id !== undefined && inPlan.get(requirePlan(plans, platform, tenant))?.has(id) === true;
    if (exists && tenant.record?.tier !== tenant.tier) await recordKey(tenant.store, tenant.tier);
    if (!exists) missing.push(tenant);
    if (!exists && tenant.record) await recordKey(tenant.store, undefined);
    unclaimed.delete(name);
    if (tenant.hasNewTier) {
      for (const other of unclaimed.keys())
        if (isKeyOfTenant(platform, tenant.code, other)) unclaimed.delete(other);
    }
  }
  for (const id of unclaimed.values()) await registry.removeKey(id);
  const created = await createMissing(context, missing.sort(byTier), plans, known);
  return { created, removed: unclaimed.size, waiting: missing.length - created };
}

/** Whether a key belongs to a tenant, in any tier. */
const isKeyOfTenant = (platform: string, code: string, name: string): boolean =>
  name.slice(0, name.lastIndexOf('-')) === `${tenantKeysPrefix(platform)}${code}`;
