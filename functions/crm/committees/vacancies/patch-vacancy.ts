// PATCH /api/v1/committee/{committeeId}/Vacancies/{vacancyId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { applyFields } from '../../fields/fields.ts';
import { patchVacancy } from './contract.ts';
import { contentOf, replaceVacancy, requireVacancy } from './write-vacancy.ts';

export const handler = lambda(patchVacancy, async (context) => {
  const { vacancy, seats } = await requireVacancy(context.tenant, context.params);
  // The day of a vacancy is replaced, never removed.
  const sent = { ...context.body, openedOn: context.body.openedOn ?? undefined };
  const names = ['openedOn', 'reason', 'fillBy', 'remainderEnds'];
  return replaceVacancy(
    context,
    vacancy,
    applyFields(contentOf(vacancy), sent, names, { isWhole: false }),
    seats,
  );
});
