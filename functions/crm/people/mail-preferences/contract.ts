// What a person has decided about broadcasts, for staff (docs/interface/communication.md#who-gets-no-mail).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { decisionMakers, frequencies, suppressionReasons } from '../../../../shared/mail-consent/consent.ts';

const MAX_IDS = 200;

const DecisionView = z
  .strictObject({
    date: z.iso.datetime(),
    by: z.enum(decisionMakers),
    broadcastId: z.uuid().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'MailDecision', description: 'When somebody decided it, and how.' });

const AgreementView = z
  .strictObject({
    date: z.iso.datetime(),
    by: z.enum(['sign-up', 'import']),
    text: z.string().nullable().meta({ description: 'What the person read and agreed to.' }),
    listIds: z
      .array(z.uuid())
      .meta({ description: 'The lists that it is for; empty where that is not known.' }),
    requestedDate: z.iso.datetime().nullable().meta({ description: 'When the form was sent.' }),
    origin: z.string().nullable().meta({ description: 'The page of the form, or the former system.' }),
    ip: z.string().nullable().meta({ description: 'The IP address that confirmed it.' }),
  })
  .meta({ id: 'MailAgreement', description: 'Consent of a person, as a proof. It lifts no refusal.' });

const choices = {
  agreed: z.array(AgreementView).meta({ description: 'What the person asked for, the latest last.' }),
  optedOut: DecisionView.nullable().meta({
    description: 'No broadcasts at all; null where that is not so.',
  }),
  left: z.array(z.strictObject({ listId: z.uuid(), decision: DecisionView }).meta({ id: 'LeftMailingList' })),
  topicsOff: z.array(z.uuid()).meta({ description: 'The topics of which the person wants no mail.' }),
  frequency: z.enum(frequencies),
};

const AddressPreferences = z
  .strictObject({
    suppressed: z
      .strictObject({
        reason: z.enum(suppressionReasons),
        date: z.iso.datetime().meta({ description: 'When it arose.' }),
        detail: z
          .string()
          .nullable()
          .meta({ description: 'The text of the mail system, or of who excluded the address.' }),
      })
      .meta({ id: 'AddressSuppression' })
      .nullable()
      .meta({ description: 'Why the address gets no broadcast from anybody; null where it gets them.' }),
    ...choices,
  })
  .meta({
    id: 'AddressMailPreferences',
    description:
      'The decisions about an address, also when another person decided it: it applies in addition to what the person decided.',
  });

const MailPreferences = z
  .strictObject({
    personId: z.uuid(),
    ...choices,
    ofAddress: AddressPreferences.nullable().meta({
      description: 'The decisions about the main address of the person; null without one.',
    }),
  })
  .meta({ id: 'MailPreferences' });

const MailPreferencesRequest = z
  .object({
    optedOut: optionalBoolean().meta({
      description: 'Whether the person wants no broadcasts. Default: false.',
    }),
    left: z
      .array(z.guid().toLowerCase())
      .max(MAX_IDS)
      .nullish()
      .meta({ description: 'The lists that the person left.' }),
    topicsOff: z.array(z.guid().toLowerCase()).max(MAX_IDS).nullish(),
    frequency: z.enum(frequencies).nullish().meta({ description: 'Default: all.' }),
    note: z.string().trim().min(1).max(300).meta({
      description: 'Who requested it and how; it is stored.',
      example: 'Asked by telephone on March 1st',
    }),
  })
  .meta({ id: 'MailPreferencesRequest' });

const shared = {
  area: 'crm',
  tags: ['Communication'],
  path: '/api/v1/people/{id}/MailPreferences',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'The decisions.', body: MailPreferences } },
  refuses: ['RESOURCE_NOT_FOUND'],
} as const;

export const getPersonMailPreferences = endpoint({
  ...shared,
  access: { permission: 'crm.communication.read', token: 'required' },
  method: 'GET',
  summary: 'Get what a person has decided about broadcasts',
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params: { id: '{{personId}}' } },
});

export const updatePersonMailPreferences = endpoint({
  ...shared,
  access: { permission: 'crm.communication.send', token: 'required' },
  method: 'PUT',
  summary: 'Record what a person has decided about broadcasts',
  description:
    'One person at a time, and only as they asked: lifting a refusal of theirs takes their word, which note keeps. What their address refused stays; they lift that by the link in a mail.',
  body: MailPreferencesRequest,
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 3 },
  example: { params: { id: '{{personId}}' }, body: { frequency: 'weekly', note: 'Asked by telephone' } },
});
