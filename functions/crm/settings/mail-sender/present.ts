// The sender of a tenant in the interface's form.
import { getSenderDomain, type MailSenderItem } from '../../../../shared/mail-sender/mail-sender.ts';
import { getPlatformSender, parseAddress } from '../../../../shared/mail-sender/mail-system.ts';
import { explainRecord } from '../../../../shared/mail-sender/sender-records.ts';

export function presentMailSender(item: MailSenderItem) {
  const { fromName = null, fromAddress = null, replyTo = null, status, problem = null } = item;
  const domain = getSenderDomain(item) ?? '';
  return {
    ...{ fromName, fromAddress, replyTo, status, problem },
    currentAddress:
      status === 'verified' && fromAddress !== null ? fromAddress : parseAddress(getPlatformSender()),
    checkedDate: item.checkedDate ?? null,
    records: item.records.map((record) => ({
      ...{ purpose: record.purpose, type: record.type, name: record.name, expected: record.value },
      ...{ isRequired: record.isRequired, status: record.status, found: [...record.found] },
      help: explainRecord(record, domain),
    })),
  };
}
