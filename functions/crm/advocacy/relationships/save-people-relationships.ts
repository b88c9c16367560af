// POST /api/v1/advocacy/SavePeopleRelationships
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { savePeopleRelationships } from './contract.ts';
import { saveRelationships } from './write-relationships.ts';

export const handler = lambda(savePeopleRelationships, async (context) => {
  const { relationships } = context.body;
  const { views, changes } = await saveRelationships(
    context,
    relationships,
    (index, field) => `relationships[${index}].${field}`,
  );
  return write(changes, ok(views));
});
