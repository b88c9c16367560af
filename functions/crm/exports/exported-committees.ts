// The list of committees for exports, by name.
import { type Committee, presentCommittee } from '../../../shared/directory/committees/committee.ts';
import {
  type CommitteeItem,
  committeesById,
  committeesByName,
  countedCommittees,
} from '../../../shared/directory/committees/committee-store.ts';
import { COMMITTEE_LISTS } from '../../../shared/import/rows/list-fields.ts';
import { collectWords } from '../../../shared/search/search-index.ts';
import { type ExportColumn, listColumns, memberColumns, type WithStored } from './columns.ts';
import { type ExportedList, readFound, readItems } from './exported-list.ts';

/** A committee of an export. */
type ExportedCommittee = Committee & WithStored<CommitteeItem>;

/** A majority is the default, and is left empty. */
const formatQuorum = ({ percent, members }: Committee['quorum']): string | null =>
  percent === null ? (members?.toString() ?? null) : `${percent}%`;

const columns: readonly ExportColumn<ExportedCommittee>[] = [
  ...memberColumns({
    id: 'Id',
    name: 'Name',
    description: 'Description',
    kind: 'Kind',
    committeeType: 'Type',
    chamber: 'Chamber',
    state: 'State',
    classification: 'Classification',
    organizationId: 'Organization id',
    parentId: 'Parent id',
  }),
  { name: 'quorum', title: 'Quorum', read: ({ quorum }) => formatQuorum(quorum) },
  ...listColumns<CommitteeItem>(COMMITTEE_LISTS, {}),
  ...memberColumns({ isActive: 'Active', createdDate: 'Created', modifiedDate: 'Modified' }),
];

/** Committees. */
export const committees: ExportedList<'committees', ExportedCommittee> = {
  permission: 'crm.committees.read',
  columns: () => columns,
  open: async ({ tenant }, { searchText, isActive }) => {
    const read = async (
      after: string | undefined,
    ): Promise<{
      readonly items: readonly (CommitteeItem | undefined)[];
      readonly next?: string | undefined;
    }> => {
      if (searchText === undefined) return readItems(tenant, committeesByName(tenant), after);
      const { ids, next } = await readFound(tenant, 'committees', collectWords([searchText]), after);
      return { items: ids.length === 0 ? [] : await committeesById(tenant, ids), next };
    };
    return async (after) => {
      const { items, next } = await read(after);
      return {
        records: items.flatMap((committee) =>
          committee && (isActive === undefined || (committee.isActive ?? true) === isActive)
            ? [{ ...presentCommittee(committee, { tenantCode: tenant.code }), stored: committee }]
            : [],
        ),
        next,
      };
    };
  },
  count: async (tenant, { searchText, isActive }) =>
    searchText !== undefined || isActive !== undefined ? undefined : countedCommittees(tenant).total(),
};
