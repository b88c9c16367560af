// A tenant's own texts for the mails about accounts (docs/interface/identity.md#own-texts-of-account-mails).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { languages } from '../../../shared/languages/languages.ts';
import { templateText } from '../../../shared/mail/template-text.ts';
import { Timestamp } from '../administration/administration.ts';
import { mailTextPlaces, ownMailKinds } from './text.ts';

/** The most characters of a subject, and of a text. */
export const longestSubject = 200;
export const longestText = 5000;

const kind = z.enum(ownMailKinds).meta({ example: 'invitation' });
const language = z.enum(languages).meta({ example: 'en' });

const AccountMailText = z
  .strictObject({
    kind,
    language,
    description: z.string().meta({ description: 'What the mail is for.' }),
    subject: z.string().optional().meta({ description: 'Absent where it depends on what happened.' }),
    text: z.string().meta({ description: "The text, below which the platform's last sentence stands." }),
    isOwn: z.boolean().meta({ description: "Whether the text is the tenant's own." }),
    fields: z
      .array(z.strictObject({ name: z.string(), description: z.string(), isRequired: z.boolean() }))
      .meta({ description: 'The fields that the text can contain in double braces, such as {{link}}.' }),
    version: z.int(),
    modifiedDate: Timestamp.optional(),
  })
  .meta({ id: 'AccountMailText' });

export const AccountMailTextInput = z
  .object({
    subject: templateText(longestSubject, 'Your way into the member area')
      .refine((sent) => /^[^\p{Cc}\u2028\u2029]*$/u.test(sent), {
        message: 'must be one line.',
        params: { code: 'INVALID_FORMAT' },
      })
      .nullish(),
    text: templateText(longestText, 'Welcome! Please accept our invitation here:\n\n{{ link }}'),
  })
  .meta({
    id: 'AccountMailTextRequest',
    description: "Without a subject, or with a blank one, the mail has the platform's.",
  });

const path = '/api/v1/AccountMailTexts';
const shared = {
  area: 'identity',
  tags: ['Account mail texts'],
  access: { permission: 'identity.policy.write', token: 'required' },
} as const;
const ofPlace = {
  ...shared,
  path: `${path}/{mailKind}/{language}`,
  params: z.object({ mailKind: kind, language }),
} as const;
const params = { mailKind: 'invitation', language: 'en' };
const response = { description: 'The text.', body: AccountMailText };
const writes = { roundTrips: 4, readUnits: 5, writeUnits: 8 } as const;

export const listAccountMailTexts = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List the texts of account mails',
  description:
    'Those that are not the own texts of the tenant are those of the platform, with the same fields.',
  responses: {
    200: { description: 'The texts.', body: z.array(AccountMailText).max(mailTextPlaces.length) },
  },
  budget: { roundTrips: 2, readUnits: 6 },
  example: {},
});

export const getAccountMailText = endpoint({
  ...ofPlace,
  method: 'GET',
  summary: 'Get the text of a kind of account mail',
  responses: { 200: response },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params },
});

export const setAccountMailText = endpoint({
  ...ofPlace,
  method: 'PUT',
  summary: 'Set an own text for a kind of account mail',
  description:
    'Acts in mails in this language: invitations to the tenant, and the others to accounts that may enter this tenant only. Send the ETag as If-Match to prevent lost updates.',
  body: AccountMailTextInput,
  responses: { 200: response },
  budget: writes,
  example: {
    params,
    body: {
      subject: 'Your way into {{ associationName }}',
      text: 'Welcome! Please accept our invitation within seven days:\n\n{{ link }}',
    },
  },
});

export const removeAccountMailText = endpoint({
  ...ofPlace,
  method: 'DELETE',
  summary: 'Remove an own text, so that the mail has the text of the platform',
  responses: { 204: { description: 'The mail has the text of the platform.', body: null } },
  budget: writes,
  example: { params },
});
