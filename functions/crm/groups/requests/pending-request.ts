// The request that is decided.
import {
  type GroupRequestItem,
  groupRequestKey,
} from '../../../../shared/directory/groups/group-requests.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { requirePerson } from '../../people/write-person.ts';
import { type GroupContext, requireOwnGroup, type VisibleGroup } from '../visible-group.ts';

/** What is decided: the request of a person, in a group that the caller may change. */
interface PendingRequest extends VisibleGroup {
  readonly request: GroupRequestItem;
  readonly person: PersonItem;
}

/**
 * The pending request of a person.
 * @throws Failure 404 when there is none, 403 when the caller may not decide it
 */
export async function requirePending(
  context: GroupContext,
  params: { readonly groupId: string; readonly personId: string },
): Promise<PendingRequest> {
  const { tenant } = context;
  const found = await requireOwnGroup(context, params.groupId);
  const personId = params.personId.toLowerCase();
  const request = await tenant.get(groupRequestKey(tenant, found.group.id, personId), { consistent: true });
  if (request?.status !== 'pending')
    throw notFound('pending request of the person', params.personId, 'personId');
  return { ...found, request, person: await requirePerson(tenant, personId) };
}
