// POST /api/v1/committee/{committeeId}/Vacancies/{vacancyId}/Fill
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { todayOf } from '../members/seats.ts';
import { presentVacancy } from '../members/vacancy.ts';
import { insertMember } from '../members/write-member.ts';
import { fillVacancy } from './contract.ts';
import { assertToBeFilled, requireVacancy } from './write-vacancy.ts';

const later = (a: string, b: string): string => (compareTexts(a, b) < 0 ? b : a);

export const handler = lambda(fillVacancy, async (context) => {
  const { vacancy, seats } = await requireVacancy(context.tenant, context.params);
  await assertToBeFilled(context, vacancy, seats);
  const { committeeId, positionId, regionId, electionTermId, openedOn, remainderEnds } = vacancy;
  const today = todayOf(context);
  const { personId, isShared, startDate = later(openedOn, today), endDate } = context.body;
  if (!startDate || startDate < openedOn)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `The vacancy opens on ${openedOn}: a membership that fills it starts then or later.`,
        target: 'startDate',
      },
    ]);
  const input = {
    ...{ committeeId, positionId, regionId, electionTermId, personId, isShared, startDate },
    endDate: endDate === undefined ? remainderEnds : endDate,
  };
  const inserted = await insertMember(context, input, { seats, vacancy });
  const filled = inserted.vacancy ?? vacancy;
  return write(
    inserted.changes,
    ok(
      { vacancy: presentVacancy(filled, inserted.seats, today), membership: inserted.view },
      { version: filled.version, isComposed: true },
    ),
  );
});
