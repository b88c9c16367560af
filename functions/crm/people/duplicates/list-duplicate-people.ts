// GET /api/v1/people/Duplicates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { splitCursor } from '../../search.ts';
import { loadPresentContext } from '../present.ts';
import { listDuplicatePeople } from './contract.ts';
import { listDuplicates } from './find-duplicates.ts';
import { presentPair } from './present.ts';
import { loadDuplicateRules } from './store.ts';

export const handler = lambda(listDuplicatePeople, async (context) => {
  const { tenant, query } = context;
  const { page, inner } = splitCursor(query.cursor);
  const { rules } = await loadDuplicateRules(tenant);
  const { pairs, next } = await listDuplicates(tenant, rules, {
    pageSize: query.pageSize,
    cursor: inner,
    hasDecided: query.includeDecided ?? false,
  });
  const presentation = await loadPresentContext(
    context,
    pairs.flatMap(({ people }) => people),
  );
  return ok({
    data: pairs.map((pair) => presentPair(context, pair, presentation)),
    totalCount: page === 0 && next === undefined ? pairs.length : null,
    pageIndex: page,
    pageSize: query.pageSize,
    hasNextPage: next !== undefined,
    nextCursor: next === undefined ? null : `${page + 1}.${next}`,
  });
});
