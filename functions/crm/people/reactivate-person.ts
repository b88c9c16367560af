// POST /api/v1/people/{id}/Reactivate
import { PersonContent } from '../../../shared/directory/person.ts';
import { pickContent } from '../../../shared/directory/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reactivatePerson } from './contract.ts';
import { replacePerson, requirePerson } from './write-person.ts';

export const handler = lambda(reactivatePerson, async (context) => {
  const before = await requirePerson(context.tenant, context.params.id);
  return replacePerson(context, before, { ...pickContent(PersonContent, before), isActive: true });
});
