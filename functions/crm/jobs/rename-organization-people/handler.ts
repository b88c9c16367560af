// Gives the people of a renamed organization its name: their records, search rows and short entries have a copy.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { commit } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import { isSizeFailure } from '../../../../shared/data/size/assert-fits.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listOrganizationPersonIds } from '../../../../shared/directory/organizations/organization-entries.ts';
import { markRename } from '../../../../shared/directory/organizations/organization-rename.ts';
import {
  type OrganizationItem,
  organizationKey,
} from '../../../../shared/directory/organizations/organization-store.ts';
import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/record/stored.ts';
import { people } from '../../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../../shared/directory/writing/record-changes.ts';
import { logError } from '../../../../shared/log/log.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';

/** A person is up to forty changes of search rows, and a transaction has at most a hundred. */
const PEOPLE_PER_COMMIT = 2;
/** The milliseconds that must be left for another commit; the rest is left to another call. */
const TIME_FOR_COMMIT = 10_000;

/** Gives some people the name of their organization; what others change at the same time stays. */
const renamePeople = (tenant: TenantStore, ids: readonly string[], { id, name }: OrganizationItem) =>
  decideAndCommit(async () => {
    const found = (await peopleById(tenant, ids)).filter((person) => person !== undefined);
    const writes = found
      .filter((person) => person.organizationId === id && person.organizationName !== name)
      .map((before) => {
        const content = pickContent(PersonContent, before);
        const positions = content.positions?.map((position) =>
          position.organizationId === id ? { ...position, organizationName: name } : position,
        );
        const renamed = { ...content, organizationName: name, ...(positions && { positions }) };
        return { before, after: nextVersion('person', before.id, renamed, before, new Date()) };
      });
    return { changes: await buildRecordChanges(tenant, people, writes) };
  });

/**
 * Gives them the name together, and where that is too large, to each alone. A person whose record has no room for it keeps the
 * former name; the log says who.
 */
async function renameEach(
  tenant: TenantStore,
  ids: readonly string[],
  organization: OrganizationItem,
): Promise<void> {
  try {
    await renamePeople(tenant, ids, organization);
  } catch (error) {
    if (!isSizeFailure(error)) throw error;
    if (ids.length > 1) for (const id of ids) await renameEach(tenant, [id], organization);
    else logError(`organization ${organization.id}, person ${ids[0]}`, error);
  }
}

/** Repeating a call only changes the people that an earlier one did not reach. */
export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const timeLeft = (): number => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  for (const { tenant, partition } of listChangedItems(event)) {
    const id = partition.replace(/^ORG#/, '');
    const organization = await tenant.get(organizationKey(tenant, id), { consistent: true });
    if (!organization) continue;
    const ids = await listOrganizationPersonIds(tenant, id);
    for (let start = 0; start < ids.length; start += PEOPLE_PER_COMMIT) {
      if (timeLeft() < TIME_FOR_COMMIT) {
        await commit([markRename(tenant, id, randomUUID())]);
        break;
      }
      await renameEach(tenant, ids.slice(start, start + PEOPLE_PER_COMMIT), organization);
    }
  }
};
