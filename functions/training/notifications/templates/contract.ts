// Notification templates: the association's own texts for each kind of notification.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { templateText } from '../../../../shared/mail/template-text.ts';
import { listHeaders, listQuery } from '../../listing/listing.ts';
import { notificationKindNames } from '../notification-kinds.ts';

const Template = z
  .strictObject({
    kind: z.enum(notificationKindNames).meta({ example: 'classReminder' }),
    description: z.string().meta({ description: 'When the notification is sent.' }),
    subject: z.string().meta({ description: 'The subject of the mail.' }),
    text: z.string().meta({ description: 'The mail, as plain text.' }),
    line: z.string().meta({ description: 'The line in the list of notifications.' }),
    isOn: z.boolean().meta({ description: 'Whether notifications of this kind are sent.' }),
    isChanged: z.boolean().meta({ description: "Whether a text is the association's own." }),
    fields: z.array(z.strictObject({ name: z.string(), description: z.string(), example: z.string() })).meta({
      description: 'The fields that the texts can contain in double braces, such as {{className}}.',
    }),
    modifiedDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'NotificationTemplate' });

const fields = {
  subject: templateText(200, 'See you soon').nullish(),
  text: templateText(10_000, 'Hello! Your class begins soon.').nullish(),
  line: templateText(300, 'Your class begins soon.').nullish(),
};

const TemplateRequest = z.object({ ...fields, isOn: z.boolean().nullish() }).meta({
  id: 'NotificationTemplateRequest',
  description: "Only the fields that are sent are changed. Null or blank restores the platform's text.",
});

const PreviewRequest = z
  .object(fields)
  .meta({ id: 'NotificationPreviewRequest', description: "Texts that are not sent are the template's." });

const Preview = z
  .strictObject({
    subject: z.string(),
    text: z.string(),
    html: z.string().meta({ description: 'The mail as mail programs show it.' }),
    line: z.string(),
  })
  .meta({ id: 'NotificationPreview', description: 'The texts with example values.' });

const path = '/api/v1/Settings/NotificationTemplates';
const byKind = z.object({
  kind: z.enum(notificationKindNames).meta({ description: 'The kind of notification.' }),
});
const kind = { kind: 'classReminder' };
const template = { description: 'The template.', body: Template };
const { page, pageSize } = listQuery(['kind']);

const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'required' } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;

export const listNotificationTemplates = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List notification templates',
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
  summary: 'Get a notification template',
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
  summary: 'Update a notification template, or turn it off',
  description:
    'Fields in double braces are filled in when the notification is sent. Lines of the mail with a field that has no value are left out.',
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
  summary: 'Reset a notification template',
  params: byKind,
  responses: { 204: { description: "The template has the platform's texts and is turned on.", body: null } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 12 },
  example: { params: { kind: 'registrationConfirmed' } },
});

export const previewNotificationTemplate = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{kind}/Preview`,
  summary: 'Preview a notification template',
  params: byKind,
  body: PreviewRequest,
  responses: { 200: { description: 'The texts with example values.', body: Preview } },
  access: readAccess,
  repeatable: true,
  budget: { roundTrips: 2, readUnits: 6 },
  example: { params: kind, body: { subject: 'See you soon' } },
});
