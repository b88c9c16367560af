// POST /api/v1/Settings/MailSender/Check
import { conflict } from '../../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { checkRecords } from '../../../../shared/mail-sender/check-records.ts';
import {
  applyCheck,
  getSenderDomain,
  loadMailSender,
  saveChecked,
} from '../../../../shared/mail-sender/mail-sender.ts';
import { findSesAccount } from '../../../../shared/mail-sender/mail-system.ts';
import { checkMailSender } from './contract.ts';
import { presentMailSender } from './present.ts';

export const handler = lambda(checkMailSender, async ({ tenant, receivedAt, ifMatch }) => {
  const before = await loadMailSender(tenant);
  const domain = getSenderDomain(before);
  if (domain === undefined)
    throw conflict(
      'There are no records to check: the sender has no address of its own. Set fromAddress first.',
      'fromAddress',
    );
  ifUnchanged(before.version, ifMatch);
  const records = await checkRecords(before.records, domain);
  const after = applyCheck(before, { records, isTaken: findSesAccount() ? undefined : true }, receivedAt);
  return write(
    [saveChecked(tenant, before, after)],
    ok(presentMailSender(after), { version: after.version }),
  );
});
