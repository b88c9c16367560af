// PUT /api/v1/organization/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { updateOrganization } from './contract.ts';
import { updateByInput } from './write-organization.ts';

export const handler = lambda(updateOrganization, (context) =>
  updateByInput(context, context.params.id, context.body, { isWhole: true }),
);
