// POST /api/v1/committee/{committeeId}/Vacancies/{vacancyId}/Close
import { lambda } from '../../../../shared/http/lambda.ts';
import { todayOf } from '../members/seats.ts';
import { closeVacancy } from './contract.ts';
import { assertToBeFilled, contentOf, replaceVacancy, requireVacancy } from './write-vacancy.ts';

export const handler = lambda(closeVacancy, async (context) => {
  const { vacancy, seats } = await requireVacancy(context.tenant, context.params);
  await assertToBeFilled(context, vacancy, seats);
  const { reason, closedOn } = context.body;
  const closed = { closedOn: closedOn ?? todayOf(context), closeReason: reason };
  return replaceVacancy(context, vacancy, { ...contentOf(vacancy), ...closed }, seats);
});
