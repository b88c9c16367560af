// GET /api/v1/groups/GetGroupOwner/list/{groupId}
import { showEmail } from '../../../shared/auth/access/email-visibility.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listGroupOwners } from './contract.ts';
import { loadPeople } from './present.ts';
import { requireGroup } from './visible-group.ts';

export const handler = lambda(listGroupOwners, async (context) => {
  const { group } = await requireGroup(context, context.params.groupId);
  const owners = await loadPeople(context.tenant, group.ownerIds);
  return ok({
    people: owners.map((person) => {
      const email = showEmail(context, person.id, person.email) || null;
      return {
        peopleId: person.id,
        firstName: person.firstName ?? null,
        lastName: person.lastName ?? null,
        fullName: displayName(person),
        primaryEmail: email === null ? null : { value: email },
      };
    }),
  });
});
