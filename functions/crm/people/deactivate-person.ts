// POST /api/v1/people/{id}/Deactivate
import { PersonContent } from '../../../shared/directory/people/person.ts';
import { pickContent } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { deactivatePerson } from './contract.ts';
import { replacePerson, requirePerson } from './write-person.ts';

export const handler = lambda(deactivatePerson, async (context) => {
  const before = await requirePerson(context.tenant, context.params.id);
  return replacePerson(context, before, { ...pickContent(PersonContent, before), isActive: false });
});
