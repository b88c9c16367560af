// GET /api/v1/electionterm/{electionTermId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replyWithDefinition } from '../definitions/definition.ts';
import { getElectionTerm } from './contract.ts';
import { electionTermKind } from './election-term.ts';

export const handler = lambda(getElectionTerm, (context) =>
  replyWithDefinition(context, electionTermKind, context.params.electionTermId),
);
