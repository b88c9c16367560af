// GET /api/v1/Users
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../lists/list.ts';
import { listUsers } from './contract.ts';
import { usersByName } from './store.ts';
import { presentUser, userSort } from './user.ts';

export const handler = lambda(listUsers, async ({ query, platform }) => {
  const page = await usersByName(platform, query);
  return ok(presentPage(page, presentUser, (last) => [userSort(last), last.id]));
});
