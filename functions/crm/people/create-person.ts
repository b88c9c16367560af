// POST /api/v1/people
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createPerson } from './contract.ts';
import { insertPerson, presentFor } from './write-person.ts';

export const handler = lambda(createPerson, async (context) => {
  const { person, fields, changes } = await insertPerson(context, context.body);
  const location = context.url(`/api/v1/people/${person.id}`);
  return write(
    changes,
    created(presentFor(context, person, fields), location, { version: 1, isComposed: true }),
  );
});
