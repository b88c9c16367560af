// The members of committees for exports: committee by committee, the positions of a committee by rank.
import { loadCommitteeDefinitions } from '../../../shared/directory/committees/committee-definitions.ts';
import {
  type CommitteeItem,
  committeesById,
  committeesByName,
  listCommitteeMembers,
  type MembershipItem,
} from '../../../shared/directory/committees/committee-store.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../shared/directory/people/person-store.ts';
import { isInForce } from '../../../shared/time/in-force.ts';
import { compareMembers, presentMember } from '../committees/members/present.ts';
import type { CommitteeMember } from '../committees/members/schemas.ts';
import { type ExportColumn, memberColumns } from './columns.ts';
import { type ExportedList, readItems } from './exported-list.ts';

/** A membership with what belongs to its committee and its person. */
interface ExportedMember extends CommitteeMember {
  readonly committeeName: string;
  readonly email: string | null;
}

const columns: readonly ExportColumn<ExportedMember>[] = [
  ...memberColumns({
    id: 'Id',
    committeeId: 'Committee id',
    committeeName: 'Committee',
    personId: 'Person id',
    personName: 'Person',
  }),
  { name: 'email', title: 'Email', isEmail: true, read: ({ email }) => email },
  ...memberColumns({
    role: 'Role',
    positionName: 'Position',
    electionTermName: 'Election term',
    regionName: 'Region',
    startDate: 'Start',
    endDate: 'End',
    endReason: 'End reason',
    status: 'Status',
    createdDate: 'Created',
    modifiedDate: 'Modified',
  }),
];

/** Committees that are read at once; each has some twenty members. */
const PAGE_SIZE = 25;

/** Memberships of committees, without voided ones. */
export const memberships: ExportedList<'memberships', ExportedMember> = {
  permission: 'crm.committees.read',
  columns: () => columns,
  open: async ({ tenant, today }, { committeeIds, selectedDate }) => {
    const definitions = await loadCommitteeDefinitions(tenant);
    const read = async (after: string | undefined) => {
      if (committeeIds === undefined) return readItems(tenant, committeesByName(tenant), after, PAGE_SIZE);
      const found = await committeesById(tenant, committeeIds);
      return { items: found.filter((committee) => committee !== undefined), next: undefined };
    };
    const present = (
      { name }: CommitteeItem,
      members: readonly MembershipItem[],
      people: ReadonlyMap<string, PersonItem>,
    ): ExportedMember[] => {
      const names = new Map([...people].map(([id, person]) => [id, displayName(person)]));
      return members
        .filter((member) => selectedDate === undefined || isInForce(member, selectedDate))
        .toSorted(compareMembers({ definitions, people: names }))
        .map((member) => ({
          ...presentMember(member, { definitions, people: names }, today),
          committeeName: name,
          email: people.get(member.personId)?.email ?? null,
        }));
    };
    return async (after) => {
      const { items, next } = await read(after);
      const lists = await Promise.all(items.map(({ id }) => listCommitteeMembers(tenant, id)));
      const ids = [...new Set(lists.flat().map(({ personId }) => personId))];
      const found = ids.length === 0 ? [] : await peopleById(tenant, ids);
      const people = new Map(found.flatMap((person) => (person ? [[person.id, person]] : [])));
      return {
        records: items.flatMap((committee, index) => present(committee, lists[index] ?? [], people)),
        next,
      };
    };
  },
  count: () => Promise.resolve(undefined),
};
