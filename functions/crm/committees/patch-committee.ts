// PATCH /api/v1/committee/{committeeId}
import { lambda } from '../../../shared/http/lambda.ts';
import { patchCommittee } from './contract.ts';
import { updateByInput } from './write-committee.ts';

export const handler = lambda(patchCommittee, (context) =>
  updateByInput(context, context.params.committeeId, context.body, { isWhole: false }),
);
