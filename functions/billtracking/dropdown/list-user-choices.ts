// GET /api/1.0/dropdown/users
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { listUserChoices } from './contract.ts';
import { sortByText } from './present.ts';
import { loadUsers } from './users.ts';

export const handler = lambda(listUserChoices, async ({ tenant, ...viewer }) => {
  const users = await loadUsers(tenant, viewer);
  const choices = users.map((user) => ({ ...user, value: user.id, text: user.fullName }));
  return successReply(sortByText(choices), users.length === 1 ? '1 user' : `${users.length} users`);
});
