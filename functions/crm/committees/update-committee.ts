// PUT /api/v1/committee/{committeeId}
import { lambda } from '../../../shared/http/lambda.ts';
import { updateCommittee } from './contract.ts';
import { updateByInput } from './write-committee.ts';

export const handler = lambda(updateCommittee, (context) =>
  updateByInput(context, context.params.committeeId, context.body, { isWhole: true }),
);
