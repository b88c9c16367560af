// POST /api/v1/committee/{committeeId}/Vacancies
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { openVacancy } from './contract.ts';
import { insertVacancy } from './write-vacancy.ts';

export const handler = lambda(openVacancy, async (context) => {
  const { vacancy, view, changes } = await insertVacancy(context, context.params.committeeId, context.body);
  const location = context.url(`/api/v1/committee/${vacancy.committeeId}/Vacancies/${vacancy.id}`);
  return write(changes, created(view, location, { version: vacancy.version, isComposed: true }));
});
