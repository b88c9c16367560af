// GET /api/v1/people/Duplicates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { loadPresentContext } from '../presentation/present.ts';
import { listDuplicatePeople } from './contract.ts';
import { listDuplicates } from './find-duplicates.ts';
import { presentPair } from './present.ts';
import { loadDuplicateRules } from './store.ts';

export const handler = lambda(listDuplicatePeople, async (context) => {
  const { tenant, query } = context;
  const { rules } = await loadDuplicateRules(tenant);
  return ok(
    await presentCursorPage(query, async (page) => {
      const hasDecided = query.includeDecided ?? false;
      const { pairs, next } = await listDuplicates(tenant, rules, { ...page, hasDecided });
      const presentation = await loadPresentContext(
        context,
        pairs.flatMap(({ people }) => people),
      );
      return { data: pairs.map((pair) => presentPair(context, pair, presentation)), next };
    }),
  );
});
