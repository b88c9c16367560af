// GET /api/v1/electionterm/GetAllElectionTermForFilter/{date}
import { electionTerms } from '../../../../shared/directory/committees/committee-definitions.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentChoices } from '../definitions/choices.ts';
import { listElectionTermsForFilter } from './contract.ts';
import { compareElectionTerms } from './election-term.ts';

export const handler = lambda(listElectionTermsForFilter, async ({ tenant }) =>
  ok(presentChoices((await listDefinitions(tenant, electionTerms)).sort(compareElectionTerms))),
);
