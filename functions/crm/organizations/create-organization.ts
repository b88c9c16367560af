// POST /api/v1/organization
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createOrganization } from './contract.ts';
import { insertOrganization, presentFor } from './write-organization.ts';

export const handler = lambda(createOrganization, async (context) => {
  const { organization, fields, changes } = await insertOrganization(context, context.body);
  const location = context.url(`/api/v1/organization/${organization.id}`);
  return write(
    changes,
    created(presentFor(context, organization, fields), location, { version: 1, isComposed: true }),
  );
});
