// GET /api/v1/committee/{committeeId}/Vacancies
import type { VacancyItem } from '../../../../shared/directory/committees/committee-vacancy.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { requireSeats, todayOf } from '../members/seats.ts';
import { presentVacancy } from '../members/vacancy.ts';
import { takeWholeListPage } from '../whole-list.ts';
import { listVacancies } from './contract.ts';

/** Without a day by which they are to be filled they come last. */
const byUrgency = (a: VacancyItem, b: VacancyItem): number =>
  compareTexts(a.fillBy ?? '9999', b.fillBy ?? '9999') || compareTexts(a.openedOn, b.openedOn);

export const handler = lambda(listVacancies, async (context) => {
  const seats = await requireSeats(context.tenant, context.params.committeeId);
  const today = todayOf(context);
  const listed = seats.vacancies
    .toSorted(byUrgency)
    .map((vacancy) => presentVacancy(vacancy, seats, today))
    .filter(({ status }) => context.query.status === 'all' || context.query.status === status);
  return ok(takeWholeListPage(listed, context.query));
});
