// POST /api/v1/Cmi5/{tenantCode}/Fetch/{token}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { hashToken } from '../../../../shared/subscriptions/subscription.ts';
import { findLaunch } from '../record/authorize.ts';
import {
  formatCredential,
  isOpen,
  parseLaunchSecret,
  putEnrollment,
  updateEnrollment,
} from '../record/enrollment.ts';
import { fetchCredential } from './contract.ts';

const fail = (code: '1' | '2', text: string) => ok({ 'error-code': code, 'error-text': text });

export const handler = lambda(fetchCredential, async (context) => {
  const sent = parseLaunchSecret(context.params.token);
  const launch = await findLaunch(context, sent, ({ session }) => session.fetchHash);
  if (!sent || !launch)
    return fail('2', 'The fetch URL is not that of a launch, or it was launched again since.');
  const { tenant, enrollment: before, now } = launch;
  const { session } = before;
  if (session.credentialHash !== undefined)
    return fail('1', 'The authorization token has already been returned.');
  if (!isOpen(session, now)) return fail('1', 'The launch has expired; launch the course again.');
  const secret = context.newId();
  const after = updateEnrollment(before, { session: { ...session, credentialHash: hashToken(secret) } }, now);
  return write(
    [putEnrollment(tenant, before, after)],
    ok({ 'auth-token': formatCredential({ ...sent, secret }) }, { headers: { 'Cache-Control': 'no-store' } }),
  );
});
