// Compares a changed person with the filters of all groups, and lists this member under the present name.
import { groupFilters } from '../../../../shared/directory/group-filters.ts';
import { isRenamed, listGroupsOfPerson } from '../../../../shared/directory/group-members.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/person-store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { alignMembers, decidePlace, type GroupSelection } from './align-members.ts';
import { type CompareContext, openSelection, toSelection } from './open-selection.ts';

/** Whether a filter can't be applied any more, which the daily comparison says to those who may change it. */
const isOutdated = (error: unknown): boolean => error instanceof Failure && error.code === 'VALIDATION_ERROR';

const ignoreOutdated = (error: unknown): undefined => {
  if (!isOutdated(error)) throw error;
};

const isPassing = ({ select }: GroupSelection, person: PersonItem): boolean => select([person]).length > 0;

/** The groups in which the person has to be added, removed or listed under another name. Repeating it finds none. */
async function findGroups(context: CompareContext, person: PersonItem): Promise<string[]> {
  const { tenant } = context;
  const [filters, memberships] = await Promise.all([
    tenant.queryAll(groupFilters(tenant), { consistent: true }),
    listGroupsOfPerson(tenant, person.id),
  ]);
  const changed = memberships.filter((member) => isRenamed(member, person)).map(({ groupId }) => groupId);
  for (const filter of filters) {
    const selection = await toSelection(context, filter.groupId, filter).catch(ignoreOutdated);
    const member = memberships.find(({ groupId }) => groupId === filter.groupId);
    if (selection && decidePlace(member, isPassing(selection, person)) !== 'none')
      changed.push(filter.groupId);
  }
  return [...new Set(changed)];
}

/** Follows a change of a person into all groups. */
export async function followPerson(context: CompareContext, personId: string): Promise<void> {
  const { tenant, now } = context;
  const [person] = await peopleById(tenant, [personId]);
  if (!person) return;
  for (const groupId of await findGroups(context, person))
    await alignMembers(tenant, () => openSelection(context, groupId), [personId], now).catch(ignoreOutdated);
}
