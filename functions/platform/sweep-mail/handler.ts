// Retries the mails that are due, tenant by tenant.
import { logError } from '../../../shared/log/log.ts';
import {
  ATTEMPT_MILLISECONDS,
  createMailSender,
  deliverMail,
  type SendMail,
} from '../../../shared/mail/deliver.ts';
import { dueMails, dueMailsKind } from '../../../shared/mail/outbox.ts';
import { noteRefusals } from '../../../shared/mail-consent/note-refusals.ts';
import { serveDueTenants } from '../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../shared/platform/remaining-time.ts';

export const handler = async (_event?: unknown, context?: RemainingTime): Promise<void> => {
  let send: SendMail | undefined;
  await serveDueTenants({
    job: 'sweep-mail',
    kinds: [dueMailsKind],
    now: new Date(),
    hasTime: createTimeCheck(context, ATTEMPT_MILLISECONDS),
    serve: async (tenant, { hasTime }) => {
      let hasFailed = false;
      for (const mail of await dueMails(tenant, new Date())) {
        if (!hasTime()) return true;
        send ??= await createMailSender();
        // A mail that fails must not keep the others from being sent.
        await deliverMail(tenant, mail, noteRefusals(tenant, send)).catch((error: unknown) => {
          hasFailed = true;
          logError(`mail ${mail.id}`, error);
        });
      }
      return hasFailed && 'failed';
    },
  });
};
