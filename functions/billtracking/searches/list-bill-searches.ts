// POST /api/1.0/bill/search/list
import { lambda } from '../../../shared/http/lambda.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { takePage } from '../../../shared/lists/page.ts';
import { sortsAscending } from '../../../shared/lists/query.ts';
import { sortByValue } from '../../../shared/lists/sort.ts';
import { pageReply, toPageRequest } from '../envelopes.ts';
import { listBillSearches } from './contract.ts';
import { type BillSearchItem, presentSearch } from './search.ts';
import { allSearches } from './store.ts';

export const handler = lambda(listBillSearches, async ({ body, tenant }) => {
  const { text = '', sortBy } = body;
  const found = (await allSearches(tenant)).filter(({ name }) =>
    foldForSort(name).includes(foldForSort(text)),
  );
  const getValue = (search: BillSearchItem): string =>
    sortBy === 'name' ? foldForSort(search.name) : search[sortBy];
  const sorted = sortByValue(found, getValue, sortsAscending(body, true) ? 'asc' : 'desc');
  return pageReply(takePage(sorted, toPageRequest(body)).map(presentSearch), body, found.length);
});
