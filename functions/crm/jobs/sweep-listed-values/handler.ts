// Finds the values and constituencies that no record has any more: reads the short entries of the tenants in which a record
// changed a day ago, about thirty per read unit.
import {
  endValuesSweep,
  isSweepAhead,
  valuesSweepKey,
  valuesSweepKind,
} from '../../../../shared/change-feed/values-sweep.ts';
import { commit, StaleRead } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { sweepConstituencies } from '../../../../shared/directory/officials/constituency.ts';
import { listedOrganizations } from '../../../../shared/directory/organizations/listed-organizations.ts';
import { personEntries } from '../../../../shared/directory/people/person-entries.ts';
import {
  type ListedField,
  sweepValues,
  valueName,
} from '../../../../shared/directory/writing/listed-values.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';

/** The milliseconds that must be left for a tenant of 100,000 people; others are left to the next call. */
const TIME_FOR_TENANT = 20_000;

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

/** Sweeps the values of a tenant whose turn it is. */
async function sweepTenant(tenant: TenantStore, now: Date): Promise<void> {
  const sweep = await tenant.get(valuesSweepKey(tenant), { consistent: true });
  if (sweep?.gsi1sk === undefined || isSweepAhead(sweep, now)) return;
  const hasUnused = await sweepValues(tenant, () => loadUsedValues(tenant));
  await sweepConstituencies(tenant);
  // Values that were marked as unused are removed by the next sweep.
  await commit([endValuesSweep(tenant, sweep, hasUnused, now)]).catch((error: unknown) => {
    // A record changed meanwhile, so the next sweep is due already.
    if (!(error instanceof StaleRead)) throw error;
  });
}

export const handler = async (_event?: unknown, context?: RemainingTime, now = new Date()): Promise<void> => {
  await serveDueTenants({
    job: 'sweep-listed-values',
    kinds: [valuesSweepKind],
    now,
    hasTime: createTimeCheck(context, TIME_FOR_TENANT),
    serve: async (tenant) => {
      await sweepTenant(tenant, now);
      return false;
    },
  });
};
