// PUT /api/v1/electionterm/{electionTermId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replaceDefinition } from '../definitions/definition.ts';
import { updateElectionTerm } from './contract.ts';
import { buildElectionTerm, electionTermKind } from './election-term.ts';

export const handler = lambda(updateElectionTerm, (context) =>
  replaceDefinition(
    context,
    electionTermKind,
    context.params.electionTermId,
    buildElectionTerm(context.body),
  ),
);
