// DELETE /api/v1/People/{personId}/Manager
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { requirePerson } from '../../access/people-lookup.ts';
import { removeManager } from './assignment.ts';
import { removePersonManager } from './contract.ts';

export const handler = lambda(
  removePersonManager,
  async ({ params: { personId: id }, tenant, ifMatch, ...audit }) => {
    await requirePerson(tenant, id);
    return write(await removeManager({ tenant, of: 'person', id, ifMatch, audit }), noContent());
  },
);
