// GET /api/v1/list/people/{field}/{date}/{groupId}
import type { TenantStore } from '../../../../shared/data/store.ts';
import { countedMembers } from '../../../../shared/directory/groups/group-members.ts';
import { listedOrganizations } from '../../../../shared/directory/organizations/listed-organizations.ts';
import type { PersonEntry } from '../../../../shared/directory/people/person-entries.ts';
import { type ListedField, listValues } from '../../../../shared/directory/writing/listed-values.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { compareNames } from '../../lists/compare-names.ts';
import { requireGroup } from '../visible-group.ts';
import { listGroupFilterValues } from './contract.ts';
import { loadMemberEntries } from './group-people.ts';

/** The values of larger groups are those of all people: reading every member would cost more than they help. */
export const MAX_MEMBERS_READ = 500;

interface Choice {
  readonly id: string;
  readonly name: string;
}

const toChoices = (values: readonly string[] = []): Choice[] =>
  values.map((value) => ({ id: value, name: value }));

type Field = 'department' | 'position' | 'persontype' | 'organization';

const listed: Readonly<Record<Exclude<Field, 'organization'>, ListedField>> = {
  department: 'person-department',
  position: 'person-title',
  persontype: 'person-type',
};

/** The values of a member; positions of committees are named by their ids, too, which nobody chooses by. */
const ofEntry: Readonly<Record<Field, (entry: PersonEntry) => Choice[]>> = {
  department: ({ d }) => toChoices(d),
  position: ({ p = [] }) => toChoices(p.filter((value) => !/^[0-9a-f-]{36}$/.test(value))),
  persontype: ({ pt }) => toChoices(pt),
  organization: ({ o, on }) => (o === undefined ? [] : [{ id: o, name: on ?? o }]),
};

async function loadOfEverybody(tenant: TenantStore, field: Field): Promise<Choice[]> {
  if (field !== 'organization') return toChoices(await listValues(tenant, listed[field]));
  const all = await tenant.queryAll(listedOrganizations(tenant));
  return all.flatMap(({ id, n, x }) => (x ? [] : [{ id, name: n }]));
}

export const handler = lambda(listGroupFilterValues, async (context) => {
  const { tenant, params } = context;
  const { group } = await requireGroup(context, params.groupId);
  const count = await countedMembers(tenant, group.id).total();
  const values =
    count > MAX_MEMBERS_READ
      ? await loadOfEverybody(tenant, params.field)
      : (await loadMemberEntries(tenant, group.id)).flatMap(ofEntry[params.field]);
  const distinct = [...new Map(values.map((value) => [value.id, value])).values()];
  return ok(distinct.toSorted(compareNames));
});
