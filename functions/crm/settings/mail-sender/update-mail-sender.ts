// PUT /api/v1/Settings/MailSender

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadMailSender, replaceMailSender } from '../../../../shared/mail-sender/mail-sender.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { updateMailSender } from './contract.ts';
import { presentMailSender } from './present.ts';

export const handler = lambda(updateMailSender, async (context) => {
  const { tenant, body, newId, ifMatch, receivedAt } = context;
  const { fromName, fromAddress, replyTo } = body;
  const before = await loadMailSender(tenant);
  const settings = omitUndefined({ fromName, fromAddress, replyTo });
  const { after, change } = replaceMailSender(tenant, before, settings, {
    // DNS goes by the clock of the world.
    ...{ now: receivedAt, newId, ifMatch },
  });
  const view = presentMailSender(after);
  const audit = auditSettingChange(
    tenant,
    { setting: 'MailSender', before: presentMailSender(before), after: view },
    context,
  );
  return write([change, audit], ok(view, { version: after.version }));
});
