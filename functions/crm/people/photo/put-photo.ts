// PUT /api/v1/people/{id}/Photo
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { prepareFile } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { shrinkPhoto } from '../../../../shared/images/picture-sandbox.ts';
import { replacePerson, requirePerson } from '../write-person.ts';
import { putPhoto } from './contract.ts';

export const handler = lambda(putPhoto, async (context) => {
  const { tenant, caller, params, body, receivedAt, newId } = context;
  assertMayActFor(caller, params.id.toLowerCase(), 'crm.people.write');
  const before = await requirePerson(tenant, params.id);
  const photo = await shrinkPhoto(body.content);
  if (!photo.isValid) throw invalid([{ code: 'INVALID_FORMAT', target: 'content', message: photo.reason }]);
  const { file, chunks, changes } = await prepareFile(
    tenant,
    { id: newId(), name: 'photo.jpg', contentType: 'image/jpeg', bytes: photo.jpeg },
    receivedAt,
  );
  const { id, sha256, linkSecret } = file;
  const content = {
    ...pickContent<PersonContent>(PersonContent, before),
    photo: { id, sha256, linkSecret, chunks: file.chunks },
  };
  return replacePerson(context, before, content, { further: [...chunks, ...changes] });
});
