// POST /api/v1/registration/ClassRegistration
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { assertNoCardData } from '../payments/card-data.ts';
import { registerForClass } from './contract.ts';
import { presentRegistrationResult, registerMember } from './register-member.ts';

export const handler = lambda(registerForClass, async (context) => {
  const { body, request, url } = context;
  assertNoCardData(request.rawBody);
  const result = await registerMember(context, body);
  const { id, version } = result.registration;
  const location = url(`/api/v1/registration/ClassRegistration/${id}`);
  return write(result.changes, created(presentRegistrationResult(result), location, { version }));
});
