// POST /api/v1/Suppressions/Release
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { loadAddress, saveAddress } from '../../../../shared/mail-consent/store.ts';
import { releaseAddress } from './contract.ts';

export const handler = lambda(releaseAddress, async ({ tenant, body }) => {
  const before = await loadAddress(tenant, body.email);
  const { suppressed } = before;
  if (!suppressed) throw notFound('suppressed address', body.email, 'email');
  if (suppressed.reason === 'complaint')
    throw conflict('Whoever reads this mailbox reported a mail as unwanted; that is never released.');
  const lifted = { suppressed: undefined, softBounces: undefined };
  return write([saveAddress(tenant, before, lifted)], noContent());
});
