// PUT /api/v1/people/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { updatePerson } from './contract.ts';
import { updateByInput } from './write-person.ts';

export const handler = lambda(updatePerson, (context) =>
  updateByInput(context, context.params.id, context.body, { isWhole: true }),
);
