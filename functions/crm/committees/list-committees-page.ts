// POST /api/v1/committee/CommiteePagingList
import {
  type CommitteeItem,
  committeesById,
  committeesByName,
  countedCommittees,
} from '../../../shared/directory/committees/committee-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { collectWords } from '../../../shared/search/search-index.ts';
import { presentPage, takeSelectedPage } from '../lists/list.ts';
import { presentSearch } from '../lists/search.ts';
import { listCommitteesPage } from './contract.ts';
import { presentFor } from './write-committee.ts';

export const handler = lambda(listCommitteesPage, async ({ tenant, body: { filter, ...page } }) => {
  const present = (found: readonly CommitteeItem[]) =>
    found.map((committee) => presentFor({ tenant }, committee));
  const { searchText, isActive } = filter;
  if (searchText === undefined && isActive !== undefined) {
    const all = await tenant.queryAll(committeesByName(tenant));
    const selected = all.filter((committee) => (committee.isActive ?? true) === isActive);
    const { data, ...rest } = takeSelectedPage(selected, page);
    return ok({ ...rest, data: present(data) });
  }
  return ok(
    searchText === undefined
      ? await presentPage(countedCommittees(tenant), page, present)
      : await presentSearch(
          tenant,
          { ...page, terms: collectWords([searchText]), isActive, index: 'committees' },
          committeesById,
          present,
        ),
  );
});
