// Finds the values and constituencies that no record has any more. Reads the short entries of a tenant once a day, about thirty per read unit.
import type { Context } from 'aws-lambda';
import { commit, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { sweepConstituencies } from '../../../../shared/directory/constituency.ts';
import { listedOrganizations } from '../../../../shared/directory/listed-organizations.ts';
import { type ListedField, sweepValues, valueName } from '../../../../shared/directory/listed-values.ts';
import { personEntries } from '../../../../shared/directory/person-entries.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';

/** When the values of a tenant were last swept. */
interface SweepItem {
  readonly type: 'values-sweep';
  readonly at: number;
}

const DAY = 24 * 3_600_000;
/** The milliseconds that must be left for a tenant of 100,000 people; others are left to the next call. */
const TIME_FOR_TENANT = 20_000;

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

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
  now = new Date(),
): Promise<void> => {
  const timeLeft = (): number => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  for await (const tenant of iterateTenants()) {
    const last = await tenant.get(sweepKey(tenant));
    if (last && now.getTime() - last.at < DAY) continue;
    if (timeLeft() < TIME_FOR_TENANT) return;
    await sweepValues(tenant, await loadUsedValues(tenant));
    await sweepConstituencies(tenant);
    await commit([put(sweepKey(tenant), { type: 'values-sweep', at: now.getTime() })]);
  }
};
