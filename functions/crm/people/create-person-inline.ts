// POST /api/v1/people/CreatePersonInline/{organizationId}
import { organizationById } from '../../../shared/directory/organizations/organization-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createPersonInline } from './contract.ts';
import { insertPerson, presentFor } from './write-person.ts';

export const handler = lambda(createPersonInline, async (context) => {
  const organizationId = context.params.organizationId.toLowerCase();
  if (!(await organizationById(context.tenant, organizationId)))
    throw notFound('organization', organizationId, 'organizationId');
  const { person, fields, changes } = await insertPerson(
    context,
    { ...context.body, organizationId },
    { isComplete: false },
  );
  const location = context.url(`/api/v1/people/${person.id}`);
  return write(
    changes,
    created(presentFor(context, person, fields), location, { version: 1, isComposed: true }),
  );
});
