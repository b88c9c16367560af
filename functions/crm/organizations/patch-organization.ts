// PATCH /api/v1/organization/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { patchOrganization } from './contract.ts';
import { updateByInput } from './write-organization.ts';

export const handler = lambda(patchOrganization, (context) =>
  updateByInput(context, context.params.id, context.body, { isWhole: false }),
);
