// DELETE /api/v1/people/{id}/Photo
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { replacePerson, requirePerson } from '../write-person.ts';
import { deletePhoto } from './contract.ts';

export const handler = lambda(deletePhoto, async (context) => {
  const { tenant, caller, params } = context;
  assertMayActFor(caller, params.id.toLowerCase(), 'crm.people.write');
  const before = await requirePerson(tenant, params.id);
  const { photo: _, ...content } = pickContent<PersonContent>(PersonContent, before);
  return replacePerson(context, before, content);
});
