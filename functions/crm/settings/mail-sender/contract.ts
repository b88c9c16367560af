// From which address the mails of a tenant come, and the DNS records for that (docs/interface/communication.md#own-sender).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOrBlank, optionalText } from '../../../../shared/http/lenient.ts';
import { emailAddress } from '../../../../shared/mail-address/email-address.ts';
import { senderStatuses } from '../../../../shared/mail-sender/mail-sender.ts';
import {
  recordPurposes,
  recordStatuses,
  recordTypes,
} from '../../../../shared/mail-sender/sender-records.ts';

const fromName = 'The name that mails come from.';
const fromAddress = 'The address that mails come from, once the required records of its domain are right.';
const replyTo = 'The address that answers go to.';

const SenderRecordView = z
  .strictObject({
    purpose: z.enum(recordPurposes),
    type: z.enum(recordTypes),
    name: z.string().meta({ description: 'The whole name of the record.' }),
    expected: z.string().meta({ description: 'The value to set.' }),
    isRequired: z.boolean().meta({
      description: 'Whether mails come from the address only once the record is right.',
    }),
    status: z.enum(recordStatuses).meta({
      description: 'What the last check found; unknown: no name server answered in time.',
    }),
    found: z.array(z.string()).meta({ description: 'The values that the last check found.' }),
    help: z.string().meta({ description: 'What to do about the record.' }),
  })
  .meta({ id: 'MailSenderRecord' });

const MailSenderView = z
  .strictObject({
    fromName: z
      .string()
      .nullable()
      .meta({ description: `${fromName} null: the name of the tenant.` }),
    fromAddress: z.string().nullable().meta({ description: fromAddress }),
    replyTo: z.string().nullable().meta({ description: replyTo }),
    status: z.enum(senderStatuses).meta({
      description:
        'platform: no address is set; preparing: the mail system has not named its records yet; pending: required records are not right; verified: mails come from fromAddress.',
    }),
    currentAddress: z.string().meta({ description: 'The address that mails come from now.' }),
    problem: z.string().nullable().meta({ description: 'Why the mail system did not take the domain.' }),
    checkedDate: z.iso.datetime().nullable().meta({ description: 'When the records were last looked up.' }),
    records: z.array(SenderRecordView),
  })
  .meta({ id: 'MailSender' });

const example = {
  ...{ fromName: 'Office of the Association', fromAddress: 'office@association.invalid' },
  replyTo: 'office@association.invalid',
};

const MailSenderRequest = z
  .object({
    fromName: optionalText(100)
      .refine((sent) => !/[@\ufe6b\uff20]/.test(sent ?? ''), {
        message: 'must have no address: mail programs show the name in the place of the address.',
      })
      .refine((sent) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(sent ?? ''), {
        message: 'must have no control characters, and none that turn the direction of text.',
      })
      .meta({
        description: `${fromName} By default the name of the tenant. Without an address, and without characters that turn the direction of text.`,
      }),
    fromAddress: optionalOrBlank(emailAddress).meta({ description: fromAddress }),
    replyTo: optionalOrBlank(emailAddress).meta({ description: replyTo }),
  })
  .meta({ id: 'MailSenderRequest', example });
export type MailSenderInput = z.output<typeof MailSenderRequest>;

const shared = {
  area: 'crm',
  tags: ['Settings'],
  path: '/api/v1/Settings/MailSender',
  responses: { 200: { description: 'The sender, with the records of its domain.', body: MailSenderView } },
} as const;

export const getMailSender = endpoint({
  ...shared,
  access: { permission: 'crm.communication.read', token: 'required' },
  method: 'GET',
  summary: 'Get the sender of mails',
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateMailSender = endpoint({
  ...shared,
  access: { permission: 'crm.settings.write', token: 'required' },
  method: 'PUT',
  summary: 'Replace the sender of mails',
  description:
    "What is not sent is removed. Another domain begins anew: set the records of the reply in its DNS. Until the required ones are right, mails come from the platform's address, with the name and the address for answers. The change is audited. Send the ETag as If-Match to prevent lost updates.",
  body: MailSenderRequest,
  refuses: ['CONFLICT', 'RATE_LIMIT_EXCEEDED'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 20 },
  example: { body: example },
});

export const checkMailSender = endpoint({
  ...shared,
  access: { permission: 'crm.settings.write', token: 'required' },
  method: 'POST',
  path: '/api/v1/Settings/MailSender/Check',
  summary: 'Check the DNS records of the sender',
  description:
    'Looks the records up now, which takes a few seconds at most; they are also looked up every hour until they are right, and daily afterwards. A mail system that verifies domains itself is asked within a minute, so the status may follow later.',
  refuses: ['CONFLICT', 'PRECONDITION_FAILED'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 12 },
  example: {},
});
