// Grows the people of a tenant quickly: the items that the directory's rules make, written in batches.
import { type Change, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { writeBatches } from '../../../shared/data/write-batches.ts';
import type { PersonContent } from '../../../shared/directory/people/person.ts';
import { countedPeople } from '../../../shared/directory/people/person-store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { nextVersion } from '../../../shared/directory/record/stored.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { buildEntryChanges } from '../../../shared/directory/writing/record-changes.ts';

const padNumber = (number: number): string => String(number).padStart(6, '0');

/** The id of the person with this number. */
export const getPersonId = ({ code }: TenantStore, number: number): string =>
  recordId(code, 'person:growth', padNumber(number));

/** So many people have an organization in common, however many there are. */
const PEOPLE_PER_ORGANIZATION = 40;

/** The id of the organization of the person with this number. */
export const getOrganizationId = ({ code }: TenantStore, number: number): string =>
  recordId(code, 'organization:growth', padNumber(Math.floor(number / PEOPLE_PER_ORGANIZATION)));

/** Names spread over the alphabet, as in reality: a list that grows only at its end would behave differently. */
export const buildName = (number: number): string => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const spread = (number * 7919) % 17_576;
  return [spread % 26, Math.floor(spread / 26) % 26, Math.floor(spread / 676)]
    .map((index) => letters[index])
    .join('');
};

const buildContent = (tenant: TenantStore, number: number): PersonContent => ({
  firstName: 'Growth',
  lastName: `${buildName(number)} ${padNumber(number)}`,
  email: `growth-${number}@example.org`,
  isActive: true,
  organizationId: getOrganizationId(tenant, number),
  organizationName: `Town ${Math.floor(number / PEOPLE_PER_ORGANIZATION)}`,
  title: 'Member',
  tags: [`Group ${number % 500}`],
});

/** The puts of a person: the record in its list, its short entries and its search rows. */
function buildChanges(tenant: TenantStore, number: number, now: Date): Change[] {
  const after = nextVersion(
    people.type,
    getPersonId(tenant, number),
    buildContent(tenant, number),
    undefined,
    now,
  );
  const listed = { listing: people.listing(tenant, after), sort: people.sort(after) };
  return [
    put(people.key(tenant, after), after, { listed }),
    ...buildEntryChanges(tenant, people, { before: undefined, after }),
  ];
}

const CONCURRENCY = 8;

/** How many people are built at once. */
const PEOPLE_PER_STEP = 1000;

/** Writes the people with the numbers from `from` to before `to`, and counts their list again. */
export async function growPeople(
  tenant: TenantStore,
  from: number,
  to: number,
  say: (what: string) => void,
): Promise<void> {
  const now = new Date();
  for (let start = from; start < to; start += PEOPLE_PER_STEP) {
    const end = Math.min(to, start + PEOPLE_PER_STEP);
    say(`people: ${end} of ${to}`);
    const changes = Array.from({ length: end - start }, (_, index) =>
      buildChanges(tenant, start + index, now),
    ).flat();
    await writeBatches(changes, CONCURRENCY);
  }
  say('counting the list of people');
  const counted = countedPeople(tenant);
  await counted.recount(0);
  await counted.rebalance();
}
