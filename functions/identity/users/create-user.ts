// POST /api/v1/Users
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createUser } from './contract.ts';
import { assertPeopleExist } from './people.ts';
import { registerUser } from './register-user.ts';
import { presentUser } from './user.ts';

export const handler = lambda(createUser, async ({ body, platform, url, ...context }) => {
  const { user, changes } = await registerUser(platform, context.newId(), body, context);
  await assertPeopleExist(platform, body.assignments ?? [], (index) => `assignments[${index}].personId`);
  return write(
    changes,
    created(presentUser(user), url(`/api/v1/Users/${user.id}`), { version: user.version }),
  );
});
