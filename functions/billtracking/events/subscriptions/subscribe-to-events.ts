// POST /api/1.0/bill/event/subscribe
import { lambda } from '../../../../shared/http/lambda.ts';
import { findCallerEmail } from '../../../../shared/subscriptions/find-user-email.ts';
import { subscribeToEvents } from './contract.ts';
import { createSubscription } from './create-subscription.ts';

export const handler = lambda(subscribeToEvents, async ({ body, ...context }) => {
  const { type, email: sentEmail } = body.channel;
  const hasAddress = type === 'mail' || (type === 'webhook' && sentEmail !== undefined);
  const email = hasAddress ? await findCallerEmail(context.tenant, context.caller) : undefined;
  return createSubscription(body, email, context);
});
