// DELETE /api/v1/MailingLists/{listId}/Members/{personId}

import { findMembers, removeMember } from '../../../../../shared/directory/lists/mailing-list-members.ts';
import { notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../../shared/http/reply.ts';
import { removeMailingListMember } from './contract.ts';
import { requireStaticList } from './require-static-list.ts';

export const handler = lambda(removeMailingListMember, async ({ tenant, params }) => {
  const { id } = await requireStaticList(tenant, params.listId);
  const [member] = await findMembers(tenant, id, [params.personId]);
  if (!member) throw notFound('member of the list', params.personId, 'personId');
  return write(removeMember(tenant, id, params.personId), noContent());
});
