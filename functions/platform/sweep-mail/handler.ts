// Retries the mails that are due, tenant by tenant.

import type { Context } from 'aws-lambda';
import { logError } from '../../../shared/log/log.ts';
import {
  ATTEMPT_MILLISECONDS,
  createMailSender,
  deliverMail,
  type SendMail,
} from '../../../shared/mail/deliver.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import { iterateTenants } from '../../../shared/platform/tenants.ts';

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  let send: SendMail | undefined;
  for await (const tenant of iterateTenants()) {
    for (const mail of await dueMails(tenant, new Date())) {
      if (context && context.getRemainingTimeInMillis() < ATTEMPT_MILLISECONDS) return;
      send ??= await createMailSender();
      // A mail that fails must not keep the others from being sent.
      await deliverMail(tenant, mail, send).catch((error: unknown) => logError(`mail ${mail.id}`, error));
    }
  }
};
