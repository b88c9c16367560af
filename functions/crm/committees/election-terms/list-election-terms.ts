// GET /api/v1/electionterm
import { electionTerms } from '../../../../shared/directory/committees/committee-definitions.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../whole-list.ts';
import { listElectionTerms } from './contract.ts';
import { compareElectionTerms, presentElectionTerm } from './election-term.ts';

export const handler = lambda(listElectionTerms, async ({ tenant, query }) => {
  const all = (await listDefinitions(tenant, electionTerms)).sort(compareElectionTerms);
  return ok(
    takeWholeListPage(
      all.map((each) => presentElectionTerm(each, tenant.code)),
      query,
    ),
  );
});
