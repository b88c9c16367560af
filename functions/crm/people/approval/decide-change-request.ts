// POST /api/v1/PeopleApproval/Requests/{requestId}/Decide

import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/record/stored.ts';
import { people } from '../../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../../shared/directory/writing/record-changes.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadFields } from '../../fields/custom-values.ts';
import { buildPersonContent } from '../person-input.ts';
import { removeFormerPhoto } from '../presentation/photo-of-person.ts';
import { requirePerson } from '../write-person.ts';
import { assertPending } from './assert-pending.ts';
import { applyDecisions, checkDecisions, toPersonInput } from './change-request.ts';
import { decideChangeRequest } from './contract.ts';
import { presentRequest } from './present.ts';
import { closeRequest, requireRequest } from './store.ts';

export const handler = lambda(decideChangeRequest, async (context) => {
  const { tenant, caller, params, body, now, newId } = context;
  const request = await requireRequest(tenant, params.requestId);
  assertPending(request);
  const person = await requirePerson(tenant, request.personId);
  const stored = pickContent<PersonContent>(PersonContent, person);
  const faults = checkDecisions(request.changes, body.decisions, stored);
  // Who decided meanwhile may be who changed the fields.
  if (faults.length > 0) assertPending(await requireRequest(tenant, request.id));
  throwIfInvalid(faults);
  const decided = applyDecisions(request, body.decisions, { by: caller.subject, at: now });
  const input = toPersonInput(decided.changes.filter(({ decision }) => decision === 'accepted'));
  const fields = await loadFields(tenant, 'people', [stored], input.customFields != null);
  // The person sees the own addresses, so a request that removes one means it.
  const update = { isWhole: false, isComplete: true, seesEmails: true, newId, fields };
  const content = await buildPersonContent(tenant, stored, input, update);
  const after = nextVersion('change-request', request.id, decided, request, now);
  const isChanged = Object.keys(input).length > 0;
  return write(
    [
      ...closeRequest(tenant, request, after, context),
      ...(isChanged
        ? await buildRecordChanges(tenant, people, [
            { before: person, after: nextVersion('person', person.id, content, person, now) },
          ])
        : []),
      ...removeFormerPhoto(tenant, stored, content),
    ],
    ok(presentRequest(context, after), { version: after.version }),
  );
});
