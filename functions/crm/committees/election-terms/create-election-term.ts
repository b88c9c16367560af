// POST /api/v1/electionterm
import { lambda } from '../../../../shared/http/lambda.ts';
import { insertDefinition } from '../definitions/definition.ts';
import { createElectionTerm } from './contract.ts';
import { buildElectionTerm, electionTermKind } from './election-term.ts';

export const handler = lambda(createElectionTerm, (context) =>
  insertDefinition(context, electionTermKind, buildElectionTerm(context.body)),
);
