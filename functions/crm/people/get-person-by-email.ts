// GET /api/v1/GetPersonDetailByEmail/{email}/{tenantCode}
import { showEmail } from '../../../shared/auth/access/email-visibility.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { assertOwnTenant } from '../own-tenant.ts';
import { getPersonByEmail } from './contract.ts';
import { loadPresentContext, presentPersonTo } from './presentation/present.ts';
import { peopleWithEmail } from './presentation/with-email.ts';

export const handler = lambda(getPersonByEmail, async (context) => {
  const { params, tenant } = context;
  assertOwnTenant(tenant, params.tenantCode);
  // Who does not see the addresses of others must not find out whose they are.
  const found = (await peopleWithEmail(tenant, params.email)).filter(({ id }) =>
    showEmail(context, id, params.email),
  );
  const [person, ...others] = found;
  if (!person) throw notFound('person with the email', params.email, 'email');
  if (others.length > 0)
    throw conflict(
      `${found.length} people have the email ${params.email}; read one of them by id: ${found
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', ')}.`,
      'email',
    );
  return ok(presentPersonTo(context, person, await loadPresentContext(context, [person])), {
    version: person.version,
    isComposed: true,
  });
});
