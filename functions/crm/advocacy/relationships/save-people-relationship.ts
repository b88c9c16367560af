// POST /api/v1/advocacy/SavePeopleRelationship
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { savePeopleRelationship } from './contract.ts';
import { saveRelationships } from './write-relationships.ts';

export const handler = lambda(savePeopleRelationship, async (context) => {
  const { views, changes } = await saveRelationships(context, [context.body], (_, field) => field);
  const [view] = views;
  if (!view) throw new Error('A saved relationship must be presented');
  return write(changes, ok(view));
});
