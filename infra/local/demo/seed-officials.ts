// Gives the demo tenants the legislators of their state.
import type { TenantStore } from '../../../shared/data/store.ts';
import { people } from '../../../shared/directory/collection.ts';
import type { PersonContent } from '../../../shared/directory/person.ts';
import { peopleById } from '../../../shared/directory/person-store.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { upsert } from '../../../shared/directory/upsert.ts';
import { type DemoOfficial, demoOfficials } from './demo-officials.ts';

const idOf = (tenant: TenantStore, name: string): string => recordId(tenant.code, 'person:official', name);

/** The demo legislator with this name; undefined when there is none. */
export const officialId = (tenant: TenantStore, name: string): string | undefined =>
  demoOfficials[tenant.code]?.officials.some((official) => official.name === name)
    ? idOf(tenant, name)
    : undefined;

function contentOf(tenant: TenantStore, state: string, official: DemoOfficial): PersonContent {
  const { name, role, district, party, isSample = false } = official;
  const [firstName = '', ...last] = name.split(' ');
  return {
    firstName,
    lastName: last.join(' '),
    displayName: name,
    title: isSample ? 'Legislator (sample)' : 'Legislator',
    party,
    offices: [
      {
        id: recordId(tenant.code, 'office:official', name),
        kind: 'legislature',
        role,
        state,
        district,
        jurisdiction: `ocd-jurisdiction/country:us/state:${state.toLowerCase()}/government`,
      },
    ],
  };
}

/** Seeds the legislators that a tenant does not have yet. */
export async function seedOfficials(tenant: TenantStore, now: Date): Promise<void> {
  const legislature = demoOfficials[tenant.code];
  if (legislature === undefined) return;
  const records = legislature.officials.map((official) => ({
    id: idOf(tenant, official.name),
    content: contentOf(tenant, legislature.state, official),
  }));
  const stored = await peopleById(
    tenant,
    records.map(({ id }) => id),
  );
  const absent = records.filter((_, at) => stored[at] === undefined);
  if (absent.length > 0) await upsert(tenant, people, absent, { now });
}
