// POST /api/v1/MailSeries/{id}/Members
import { peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { throwIfInvalid } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { assertAllows, requireSeries } from '../../../../../shared/mail-series/series.ts';
import { describeUnknownPeople } from '../../../people/unknown-person.ts';
import { checkEntryList } from '../build-series.ts';
import { enterSeries } from '../run/enter.ts';
import { addTask } from '../run/series-run.ts';
import { addMailSeriesMembers } from './contract.ts';

export const handler = lambda(addMailSeriesMembers, async (context) => {
  const { tenant, settings, params, body, receivedAt } = context;
  const series = await requireSeries(tenant, params.id);
  assertAllows('enter', series);
  const personIds = [...new Set(body.personIds ?? [])];
  const listId = body.listId ?? undefined;
  const [people, ofList] = await Promise.all([peopleById(tenant, personIds), checkEntryList(tenant, listId)]);
  const unknown = personIds.flatMap((id, index) =>
    people[index] ? [] : [{ id, target: `personIds[${body.personIds?.indexOf(id)}]` }],
  );
  throwIfInvalid([...(await describeUnknownPeople(tenant, unknown)), ...ofList]);
  const { changes, entered } = await enterSeries(
    ...([{ tenant, settings, real: receivedAt }, series, personIds, []] as const),
  );
  return write(
    [
      ...changes,
      ...(listId === undefined ? [] : [await addTask(tenant, series.id, { kind: 'enter', listId }, context)]),
    ],
    ok({
      ...{ entered: entered.length, alreadyIn: personIds.length - entered.length },
      isListBeingEntered: listId !== undefined,
    }),
  );
});
