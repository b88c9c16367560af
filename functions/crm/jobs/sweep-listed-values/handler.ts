// Finds the values and constituencies that no record has any more: reads the short entries of a tenant in which something
// changed once a day, about thirty per read unit.
import { createHash } from 'node:crypto';
import { changesFrom, positionAt } from '../../../../shared/change-feed/feed.ts';
import { commit, put } from '../../../../shared/data/changes.ts';
import { type Key, readMany, type TenantStore } from '../../../../shared/data/store.ts';
import { sweepConstituencies } from '../../../../shared/directory/constituency.ts';
import { listedOrganizations } from '../../../../shared/directory/listed-organizations.ts';
import { type ListedField, sweepValues, valueName } from '../../../../shared/directory/listed-values.ts';
import { personEntries } from '../../../../shared/directory/person-entries.ts';
import { logError } from '../../../../shared/log/log.ts';
import { iterateTenants } from '../../../../shared/platform/iterate-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';

/** When the values of a tenant were last swept. */
interface SweepItem {
  readonly type: 'values-sweep';
  readonly at: number;
  /** Whether values were marked as unused, which the next sweep removes. */
  readonly mayHaveUnused?: boolean | undefined;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The milliseconds that must be left for a tenant of 100,000 people; others are left to the next call. */
const TIME_FOR_TENANT = 20_000;
/** How many tenants are looked up in one round trip. */
const PAGE = 100;
/** A tenant has an hour of the day; one that was not reached then has its turn in these hours after it. */
const HOURS_TO_CATCH_UP = 3;

/** Whether it is the hour of a tenant, or one of those after it. */
function isHourOf({ code }: TenantStore, now: Date): boolean {
  const hour = createHash('sha256').update(code).digest().readUInt32BE(0) % 24;
  return (now.getUTCHours() - hour + 24) % 24 < HOURS_TO_CATCH_UP;
}

const sweepKey = (tenant: TenantStore): Key<SweepItem> => tenant.key('VALUES-SWEEP', 'SWEEP');

/** The names of all values that records have, as their short entries say. */
async function loadUsedValues(tenant: TenantStore): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const add = (field: ListedField, values: readonly (string | undefined)[] = []): void => {
    for (const value of values) if (value !== undefined) used.add(valueName({ field, value }));
  };
  for await (const { items } of tenant.queryPages(personEntries(tenant)))
    for (const { tg, pt, p, d } of items) {
      add('person-tag', tg);
      add('person-type', pt);
      add('person-title', p);
      add('person-department', d);
    }
  for await (const { items } of tenant.queryPages(listedOrganizations(tenant)))
    for (const { tg, t, l } of items) {
      add('organization-tag', tg);
      add('organization-type', [t]);
      add('organization-location', l);
    }
  return used;
}

/** Whether any record changed since the last sweep; without a change no value has become unused. */
async function hasChangedSince(
  tenant: TenantStore,
  last: SweepItem | undefined,
  now: Date,
): Promise<boolean> {
  if (last === undefined) return true;
  // A change may be appended to the feed some time after it happened.
  const since = positionAt(new Date(last.at - HOUR));
  return (await changesFrom(tenant, since, 1, now)).changes.length > 0;
}

async function sweepTenant(tenant: TenantStore, last: SweepItem | undefined, now: Date): Promise<void> {
  const isNeeded = last?.mayHaveUnused === true || (await hasChangedSince(tenant, last, now));
  const mayHaveUnused = isNeeded ? await sweepValues(tenant, await loadUsedValues(tenant)) : false;
  if (isNeeded) await sweepConstituencies(tenant);
  await commit([put(sweepKey(tenant), { type: 'values-sweep', at: now.getTime(), mayHaveUnused })]);
}

/** About a read unit for fifty tenants to find those whose turn it is, and one or two for each that nobody changed. */
export const handler = async (_event?: unknown, context?: RemainingTime, now = new Date()): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_TENANT);
  const pending: TenantStore[] = [];
  for await (const tenant of iterateTenants()) if (isHourOf(tenant, now)) pending.push(tenant);
  for (let start = 0; start < pending.length; start += PAGE) {
    const tenants = pending.slice(start, start + PAGE);
    const sweeps = await readMany(tenants.map(sweepKey));
    for (const [index, tenant] of tenants.entries()) {
      const last = sweeps[index];
      if (last && now.getTime() - last.at < DAY - HOURS_TO_CATCH_UP * HOUR) continue;
      if (!hasTime()) return;
      await sweepTenant(tenant, last, now).catch((error: unknown) =>
        logError(`listed values of ${tenant.code}`, error),
      );
    }
  }
};
