// The public form by which anybody asks for the mail of public lists (docs/interface/communication.md#signing-up).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { formFields } from '../../../../shared/http/lenient.ts';

/** The most lists of one request: each one is written when it is confirmed. */
export const MAX_LISTS = 10;
export const MAX_NAME = 80;

const tenantCode = z.string();
const shared = { area: 'crm', tags: ['Communication'], access: 'public' } as const;
const page = {
  ...shared,
  responses: {
    200: { description: 'An HTML page.', body: z.string(), contentType: 'text/html; charset=utf-8' },
  },
} as const;
const form = {
  ...page,
  path: '/api/v1/SignUps/{tenantCode}',
  params: z.object({ tenantCode }),
} as const;
const confirmation = {
  ...page,
  path: '/api/v1/SignUps/{tenantCode}/Confirmations/{token}',
  params: z.object({
    tenantCode,
    token: z
      .string()
      .max(3000)
      .meta({ description: 'The secret part of the link, contained only in the mail.' }),
  }),
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{signUpToken}}' } },
} as const;

const params = { tenantCode: '{{tenantCode}}' };

export const getSignUpPage = endpoint({
  ...form,
  method: 'GET',
  summary: 'Show the form to sign up for mail',
  description: 'The public lists that people can join. It needs no script and no other site.',
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params },
});

export const submitSignUpPage = endpoint({
  ...form,
  method: 'POST',
  bodyType: 'form',
  body: formFields(100),
  maxBodyBytes: 65_536,
  ifMatch: 'ignored',
  summary: 'Sign up for mail by the form of the page',
  description:
    'Sends one mail, whose link confirms the request. The page that follows is the same for an address that is known and one that is not.',
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 20 },
  example: { params, body: { email: 'newcomer@example.org' } },
});

const SignUpForm = z
  .strictObject({
    lists: z.array(
      z
        .strictObject({ id: z.uuid(), name: z.string(), description: z.string().nullable() })
        .meta({ id: 'SignUpList' }),
    ),
    stamp: z.string().meta({
      description: 'Send it back with the request: it says when the form was shown. Valid for a day.',
    }),
  })
  .meta({ id: 'SignUpForm', description: 'What a form on a site of your own needs.' });

export const getSignUpForm = endpoint({
  ...shared,
  path: '/api/v1/SignUps/{tenantCode}/Form',
  params: z.object({ tenantCode }),
  method: 'GET',
  summary: 'Get what a sign-up form of your own needs',
  description: 'The public lists that people can join, and the stamp of the form. Any page may call it.',
  responses: { 200: { description: 'The form.', body: SignUpForm } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params },
});

const name = z.string().trim().min(1).max(MAX_NAME);
const SignUpRequest = z
  .object({
    email: z.string().trim().check(z.email()).max(254).meta({ example: 'newcomer@example.org' }),
    firstName: name.meta({ example: 'Nia' }),
    lastName: name.meta({ example: 'Newcomer' }),
    listIds: z
      .array(z.guid().toLowerCase())
      .min(1)
      .max(MAX_LISTS)
      .meta({ description: 'The lists of the form that the person chose.' }),
    stamp: z.string().max(100).meta({ description: 'The stamp of the form.' }),
    website: z.string().max(1000).nullish().meta({
      description:
        'A field that people do not see and leave empty. A request that fills it in is answered alike and sends no mail.',
    }),
  })
  .meta({ id: 'SignUpRequest' });

export const requestSignUp = endpoint({
  ...shared,
  path: '/api/v1/SignUps/{tenantCode}/Requests',
  params: z.object({ tenantCode }),
  method: 'POST',
  ifMatch: 'ignored',
  summary: 'Sign up for mail by a form of your own',
  description:
    'Sends one mail, whose link confirms the request; until then nothing is stored. The reply is the same for an address that is known and one that is not. Limited for each address and each network.',
  body: SignUpRequest,
  responses: {
    202: {
      description: 'The mail is sent.',
      body: z.strictObject({ isSent: z.literal(true) }).meta({ id: 'SignUpReply' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 20 },
  example: {
    params,
    body: {
      ...{ email: 'newcomer@example.org', firstName: 'Nia', lastName: 'Newcomer' },
      ...{ listIds: ['{{publicListId}}'], stamp: '{{signUpStamp}}' },
    },
  },
});

export const getSignUpConfirmation = endpoint({
  ...confirmation,
  method: 'GET',
  summary: 'Show the page on which a person confirms to have signed up',
  description:
    'The link in the mail. Changes nothing, because mail programs follow links; the button sends the POST.',
  budget: { roundTrips: 4, readUnits: 8 },
});

export const confirmSignUp = endpoint({
  ...confirmation,
  method: 'POST',
  ifMatch: 'ignored',
  summary: 'Confirm to have signed up for mail',
  description:
    'Joins the lists, as the person who has the address or as a new one, and stores the consent: what for, when, from where. It lifts what the person had refused before the request, and nothing that was refused since. Repeating it has no further effect.',
  budget: { roundTrips: 14, readUnits: 30, writeUnits: 54 },
});
