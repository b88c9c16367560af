// POST /api/v1/people/{id}/Reactivate

import { PersonContent } from '../../../shared/directory/people/person.ts';
import { pickContent } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { reactivatePerson } from './contract.ts';
import { replacePerson, requirePerson } from './write-person.ts';

/** The content without the dates that would keep the person inactive today. */
function dropPassedDates({ activeFrom, activeTo, ...content }: PersonContent, today: string): PersonContent {
  return {
    ...content,
    ...(activeFrom !== undefined && activeFrom <= today && { activeFrom }),
    ...(activeTo !== undefined && today <= activeTo && { activeTo }),
  };
}

export const handler = lambda(reactivatePerson, async (context) => {
  const before = await requirePerson(context.tenant, context.params.id);
  return replacePerson(context, before, {
    ...dropPassedDates(
      pickContent(PersonContent, before),
      toLocalDate(context.settings.timeZone, context.now),
    ),
    isActive: true,
  });
});
