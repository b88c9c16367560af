// Compares a changed person with the filters of all groups, and lists this member under the present name.
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { groupFilters } from '../../../../shared/directory/groups/group-filters.ts';
import { isRenamed, listGroupsOfPerson } from '../../../../shared/directory/groups/group-members.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/people/person-store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { alignMembers, decidePlace, type GroupSelection } from './align-members.ts';
import { openSelection, toSelection } from './open-selection.ts';

/** Whether a filter can't be applied any more, which the daily comparison says to those who may change it. */
const isOutdated = (error: unknown): boolean => error instanceof Failure && error.code === 'VALIDATION_ERROR';

const ignoreOutdated = (error: unknown): undefined => {
  if (!isOutdated(error)) throw error;
};

const isPassing = ({ select }: GroupSelection, person: PersonItem): boolean => select([person]).length > 0;

/** How a person changed. */
interface PersonChange {
  /** A person who was added is in no group yet. */
  readonly isNew: boolean;
  readonly now: Date;
}

/**
 * Follows a change of a person into all groups: adds and removes this member by the filters, and lists the member under the
 * present name. Repeating it changes nothing. A new person in a tenant without filters costs one query.
 */
export async function followPerson(
  tenant: TenantStore,
  personId: string,
  { isNew, now }: PersonChange,
): Promise<void> {
  const [filters, memberships] = await Promise.all([
    tenant.queryAll(groupFilters(tenant), { consistent: true }),
    isNew ? [] : listGroupsOfPerson(tenant, personId),
  ]);
  if (filters.length === 0 && memberships.length === 0) return;
  const [settings, [person]] = await Promise.all([
    tenant.get(tenantKey(tenant)),
    peopleById(tenant, [personId]),
  ]);
  if (!settings || !person) return;
  const context = { tenant, settings, now: tenantTime(settings, now) };
  const changed = new Set(
    memberships.filter((member) => isRenamed(member, person)).map(({ groupId }) => groupId),
  );
  for (const filter of filters) {
    const selection = await toSelection(context, filter.groupId, filter).catch(ignoreOutdated);
    const member = memberships.find(({ groupId }) => groupId === filter.groupId);
    if (selection && decidePlace(member, isPassing(selection, person)) !== 'none')
      changed.add(filter.groupId);
  }
  for (const groupId of changed)
    await alignMembers(tenant, () => openSelection(context, groupId), [personId], context.now).catch(
      ignoreOutdated,
    );
}
