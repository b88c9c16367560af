// GET /api/v1/Users
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { encodeCursor } from '../list.ts';
import { listUsers } from './contract.ts';
import { usersByName } from './store.ts';
import { presentUser, userSort } from './user.ts';

export const handler = lambda(listUsers, async ({ query, platform }) => {
  const { items, next } = await usersByName(platform, query);
  const last = items.at(-1);
  return ok({
    items: items.map(presentUser),
    ...(next && last && { nextCursor: encodeCursor([userSort(last), last.id]) }),
  });
});
