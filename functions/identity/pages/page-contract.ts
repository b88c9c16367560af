// What the contracts of this area's pages have in common. They work without JavaScript.
import * as z from 'zod';
import { formBody } from '../../../shared/auth/sign-in/form.ts';
import { formFields } from '../../../shared/http/lenient.ts';

const htmlPage = {
  description: 'An HTML page, also when the link is invalid or the input is refused.',
  body: z.string(),
  contentType: 'text/html; charset=utf-8',
} as const;

/** The body of a page's form, with the token that the page has for the browser. */
export const ownFormBody = <S extends z.ZodRawShape>(shape: S) =>
  formBody({
    ...shape,
    formToken: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'What the page has in its form for this browser.' }),
  });

/** What the form of a page has beside its fields: it is taken from that page alone. */
const ownForm = {
  method: 'POST',
  bodyType: 'form',
  maxBodyBytes: 16_384,
  ownForm: true,
} as const;

/** The reply to a form that did not come from its page. */
export const foreignForm = {
  403: {
    ...htmlPage,
    description: 'A page that says that the form did not come from its page, and did nothing.',
  },
} as const;

/** A page for whoever has its address. */
export const publicPage = { access: 'public', responses: { 200: htmlPage } } as const;

const accountReplies = {
  200: htmlPage,
  303: {
    description: 'A page of the sign-in, or this one.',
    body: null,
    headers: { Location: 'The address.' },
  },
} as const;

/** A page of the own account at an address that anybody may know: whoever has not signed in does so first. */
export const accountPage = {
  ...publicPage,
  area: 'identity',
  tags: ['Account'],
  responses: accountReplies,
} as const;

/** The form of such a page. */
export const accountForm = {
  ...ownForm,
  responses: { ...accountReplies, ...foreignForm },
  repeatable: true,
  refuses: ['SERVICE_BUSY'],
} as const;

/** The path of a page behind a link. */
export const linkParams = z.object({
  token: z
    .string()
    .max(200)
    .meta({ description: 'The secret part of the link, contained only in the mail.' }),
});

/** The form of a page. */
export const pageForm = {
  ...ownForm,
  responses: { 200: htmlPage, ...foreignForm },
  body: formFields(1024),
} as const;
