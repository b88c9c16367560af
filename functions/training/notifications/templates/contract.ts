// Settings of notifications: what people are told on each occasion, in the association's own words.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../../listing.ts';
import { notificationKindNames } from '../notification-kinds.ts';

const Template = z
  .strictObject({
    kind: z.enum(notificationKindNames).meta({ example: 'classReminder' }),
    description: z.string().meta({ description: 'The occasion.' }),
    subject: z.string().meta({ description: 'The subject of the mail.' }),
    text: z.string().meta({ description: 'The mail, as plain text.' }),
    line: z.string().meta({ description: 'The line among the notifications.' }),
    isOn: z.boolean().meta({ description: 'Whether anybody is told of the occasion.' }),
    isChanged: z.boolean().meta({ description: "Whether the words are the association's own." }),
    fields: z
      .array(z.strictObject({ name: z.string(), description: z.string(), example: z.string() }))
      .meta({ description: 'What may stand in double braces, such as {{className}}.' }),
    modifiedDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'NotificationTemplate' });

/** A text whose fields are closed: what opens with {{ is a name and ends with }}. */
const templateText = (longest: number, example: string) =>
  z
    .string()
    .max(longest)
    .refine((sent) => !/\{\{|\}\}/.test(sent.replace(/\{\{\s*[A-Za-z]+\s*\}\}/g, '')), {
      message: 'a field stands in two braces on either side, such as {{ className }}.',
      params: { code: 'INVALID_FORMAT' },
    })
    .meta({ example })
    .nullish();

const fields = {
  subject: templateText(200, 'See you soon'),
  text: templateText(10_000, 'Hello! Your class begins soon.'),
  line: templateText(300, 'Your class begins soon.'),
};

const TemplateRequest = z.object({ ...fields, isOn: z.boolean().nullish() }).meta({
  id: 'NotificationTemplateRequest',
  description: "Only what is sent is changed; null or blank gives the platform's words again.",
});

const PreviewRequest = z
  .object(fields)
  .meta({ id: 'NotificationPreviewRequest', description: 'What is not sent is as it is in the template.' });

const Preview = z
  .strictObject({ subject: z.string(), text: z.string(), line: z.string() })
  .meta({ id: 'NotificationPreview', description: 'What somebody would be told, with example values.' });

const path = '/api/v1/Settings/NotificationTemplates';
const byKind = z.object({ kind: z.enum(notificationKindNames).meta({ description: 'The occasion.' }) });
const kind = { kind: 'classReminder' };
const template = { description: 'The template.', body: Template };
const { page, pageSize } = listQuery(['kind']);

const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;

export const listNotificationTemplates = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List the notification templates, one for each occasion',
  query: z.object({ page, pageSize }),
  responses: {
    200: { description: 'A page of templates.', body: z.array(Template), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { page: 1, pageSize: 3 } },
});

export const getNotificationTemplate = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{kind}`,
  summary: 'Get the notification template of an occasion',
  params: byKind,
  responses: { 200: template },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: kind },
});

export const updateNotificationTemplate = endpoint({
  ...shared,
  method: 'PUT',
  path: `${path}/{kind}`,
  summary: 'Say what people are told on an occasion, or turn it off',
  description:
    'A field in double braces is filled when somebody is told. A line of the mail that names something which is not known then, is left out.',
  params: byKind,
  body: TemplateRequest,
  responses: { 200: template },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 12 },
  example: {
    params: kind,
    body: { subject: 'See you soon', line: 'Your class begins soon: please be there ten minutes early.' },
  },
});

export const resetNotificationTemplate = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${path}/{kind}`,
  summary: "Give an occasion the platform's words again, and turn it on",
  params: byKind,
  responses: { 204: { description: 'It is as it was at first.', body: null } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 12 },
  example: { params: { kind: 'registrationConfirmed' } },
});

export const previewNotificationTemplate = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{kind}/Preview`,
  summary: 'See what somebody would be told',
  params: byKind,
  body: PreviewRequest,
  responses: { 200: { description: 'The words, with example values.', body: Preview } },
  access: readAccess,
  repeatable: true,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: kind, body: { subject: 'See you soon' } },
});
