// PATCH /api/v1/people/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { patchPerson } from './contract.ts';
import { updateByInput } from './write-person.ts';

export const handler = lambda(patchPerson, (context) =>
  updateByInput(context, context.params.id, context.body, { isWhole: false }),
);
