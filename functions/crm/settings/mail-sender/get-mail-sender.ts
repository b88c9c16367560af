// GET /api/v1/Settings/MailSender
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadMailSender } from '../../../../shared/mail-sender/mail-sender.ts';
import { getMailSender } from './contract.ts';
import { presentMailSender } from './present.ts';

export const handler = lambda(getMailSender, async ({ tenant }) => {
  const sender = await loadMailSender(tenant);
  return ok(presentMailSender(sender), { version: sender.version });
});
