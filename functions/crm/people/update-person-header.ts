// PUT /api/v1/people/UpdatePersonHeader/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { updatePersonHeader } from './contract.ts';
import { updateByInput } from './write-person.ts';

export const handler = lambda(updatePersonHeader, (context) => {
  const { imageThumbUrl, ...header } = context.body;
  return updateByInput(
    context,
    context.params.id,
    { ...header, imageThumbUrl: imageThumbUrl === '' ? null : imageThumbUrl },
    { isWhole: false },
  );
});
