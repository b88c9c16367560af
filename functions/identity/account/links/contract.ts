// The pages about an account: forgotten passwords, and what mails about an account link to. They work without JavaScript.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { linkParams, pageForm, publicPage } from '../../pages/page-contract.ts';

const page = { ...publicPage, area: 'identity', tags: ['Account'] } as const;

const forgotten = {
  ...page,
  path: '/Account/ForgotPassword',
  query: z.object({
    ui_locales: z
      .string()
      .max(2000)
      .optional()
      .meta({ description: 'The languages that the person prefers, before those of the browser.' }),
  }),
} as const;
const reset = { ...page, path: '/Account/ResetPassword/{token}', params: linkParams } as const;
const invitation = { ...page, path: '/Account/UserInvitation/{token}', params: linkParams } as const;
const confirmation = { ...page, path: '/Account/ConfirmEmail/{token}', params: linkParams } as const;

export const getForgotPasswordPage = endpoint({
  ...forgotten,
  method: 'GET',
  summary: 'Show the page on which a user asks for a new password',
  budget: { roundTrips: 0, readUnits: 0 },
  example: {},
});

export const sendForgotPasswordPage = endpoint({
  ...forgotten,
  ...pageForm,
  repeatable: true,
  summary: 'Ask for a link to choose a new password',
  description: 'The page is the same, in the same time, whether or not there is such a user.',
  budget: { roundTrips: 12, readUnits: 10, writeUnits: 20 },
  example: { body: { userName: 'dora@demo.example' } },
});

export const getResetPasswordPage = endpoint({
  ...reset,
  method: 'GET',
  summary: 'Show the page on which a user chooses a new password',
  description:
    'Changes nothing, because mail programs follow links too; the button on the page sends the POST.',
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { token: '{{resetToken}}' } },
});

export const sendResetPasswordPage = endpoint({
  ...reset,
  ...pageForm,
  ifMatch: 'ignored',
  summary: 'Choose a new password with a link',
  description: 'Works once. With the field everywhere, all tokens of the user are revoked.',
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 30 },
  example: {
    params: { token: '{{resetToken}}' },
    body: { password: 'the ferry leaves at seven', everywhere: 'on' },
  },
});

export const getUserInvitationPage = endpoint({
  ...invitation,
  method: 'GET',
  summary: 'Show the page on which an invited user chooses a password',
  description: 'Changes nothing; the button on the page sends the POST.',
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { token: '{{invitationToken}}' } },
});

export const sendUserInvitationPage = endpoint({
  ...invitation,
  ...pageForm,
  ifMatch: 'ignored',
  summary: 'Accept the invitation of a user by choosing a password on its page',
  description: 'Works once.',
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 14 },
  example: {
    params: { token: '{{invitationToken}}' },
    body: { password: 'the ferry leaves at seven' },
  },
});

export const getConfirmEmailPage = endpoint({
  ...confirmation,
  method: 'GET',
  summary: 'Show the page on which a mail address confirms a change',
  description: 'Changes nothing; the button on the page sends the POST.',
  budget: { roundTrips: 3, readUnits: 5 },
  example: { params: { token: '{{emailToken}}' } },
});

export const confirmOwnEmail = endpoint({
  ...confirmation,
  ...pageForm,
  ifMatch: 'ignored',
  summary: 'Confirm the change of a mail address',
  description: 'Once the old and the new address have confirmed, the address of the user changes.',
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 30 },
  example: { params: { token: '{{emailToken}}' } },
});
