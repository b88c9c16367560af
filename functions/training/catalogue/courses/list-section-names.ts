// GET /api/v1/Public/Course/GetAllSectionNames/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listSectionNames } from './contract.ts';
import { listClassesOnDay, sortByText } from './filter-data.ts';

export const handler = lambda(listSectionNames, async (request) => {
  const classes = await listClassesOnDay(request);
  const sections = classes.map(({ id, sectionName }) => ({ id, name: sectionName }));
  return ok(sortByText(sections, ({ name }) => name));
});
