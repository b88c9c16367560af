// DELETE /api/v1/Organizations/{id}/Manager
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { removeManager } from '../people/managers/assignment.ts';
import { removeOrganizationManager } from './contract.ts';
import { requireOrganization } from './organization.ts';

export const handler = lambda(
  removeOrganizationManager,
  async ({ params: { id }, tenant, ifMatch, ...audit }) => {
    await requireOrganization(tenant, id);
    return write(await removeManager({ tenant, of: 'organization', id, ifMatch, audit }), noContent());
  },
);
