// GET /api/v1/committee/{committeeId}/Vacancies/{vacancyId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { getVacancy } from './contract.ts';
import { presentReply, requireVacancy } from './write-vacancy.ts';

export const handler = lambda(getVacancy, async (context) => {
  const { vacancy, seats } = await requireVacancy(context.tenant, context.params);
  return presentReply(context, vacancy, seats);
});
