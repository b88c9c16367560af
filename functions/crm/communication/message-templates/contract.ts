// Templates of messages (docs/interface/communication.md#templates).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { mailWarnings } from '../../../../shared/mail/mail-size.ts';
import { wholeListQuery, wholeListSchema } from '../../committees/whole-list.ts';
import { idField } from '../../fields/fields.ts';

/** The texts of a message in requests. */
export const messageFields = {
  subject: z.string().trim().min(1).max(300).meta({
    description: 'Liquid: with merge fields.',
    example: 'News for {{ person.firstName | default: "you" }}',
  }),
  mjml: z.string().min(1).max(60_000).meta({
    description: 'The body: MJML with Liquid, such as {% if person.city == "Rivertown" %}.',
    example:
      '<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{ person.fullName }}</mj-text></mj-column></mj-section></mj-body></mjml>',
  }),
  text: z
    .string()
    .max(60_000)
    .nullish()
    .transform((text) => (text?.trim() ? text : undefined))
    .meta({ description: 'The plain text, with Liquid; by default it is made of the HTML.' }),
};

const templateFields = {
  name: z.string().trim().min(1).max(120).meta({ example: 'Monthly news' }),
  ...messageFields,
  isActive: optionalBoolean().meta({
    description: 'false: it stays, and is offered for no new broadcast. Default: true.',
  }),
};
const TemplateRequest = z.object(templateFields).meta({ id: 'MessageTemplateRequest' });
export type TemplateInput = z.output<typeof TemplateRequest>;

const heading = { id: z.uuid(), name: z.string(), subject: z.string(), ...auditFields };
const TemplateEntry = z.strictObject(heading).meta({ id: 'MessageTemplateEntry' });
const Template = z
  .strictObject({ ...heading, mjml: z.string(), text: z.string().nullable() })
  .meta({ id: 'MessageTemplate', description: 'A template of a message.' });

/** What is stored or shown all the same. */
export const messageWarnings = z
  .array(z.strictObject({ code: z.enum(mailWarnings), message: z.string() }).meta({ id: 'MessageWarning' }))
  .meta({ description: 'MAIL_CUT_OFF: Gmail shows only the beginning of a mail of this size.' });

/** A message as one recipient gets it. */
export const RenderedMessageView = z
  .strictObject({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    htmlBytes: z
      .int()
      .min(0)
      .meta({ description: 'The bytes of the HTML as it is sent, counted links included.' }),
    warnings: messageWarnings,
  })
  .meta({ id: 'RenderedMessage', description: 'A message as one recipient gets it.' });

const shared = { area: 'crm', tags: ['Communication'] } as const;
const reading = { ...shared, access: { permission: 'crm.communication.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;
const byId = z.object({ templateId: z.guid().meta({ description: 'The id of the template.' }) });
const template = { description: 'The template.', body: Template };
const example = { params: { templateId: '{{messageTemplateId}}' } } as const;

export const listMessageTemplates = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MessageTemplates',
  summary: 'List templates of messages',
  description: 'By name, without their texts.',
  query: wholeListQuery({}),
  responses: {
    200: {
      description: 'A page of templates.',
      body: wholeListSchema(TemplateEntry).meta({ id: 'MessageTemplatePage' }),
    },
  },
  budget: { roundTrips: 2, readUnits: 6 },
  example: { query: { pageSize: 10 } },
});

export const createMessageTemplate = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/MessageTemplates',
  summary: 'Create a template of messages',
  description:
    'It is rendered before it is stored, for somebody about whom everything is known and for somebody about whom nothing is; what is wrong is refused with its place.',
  body: TemplateRequest,
  responses: { 201: { ...template, headers: { Location: 'The URL of the template.' } } },
  refuses: ['ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 14 },
  example: {
    body: {
      name: 'Invitation to the spring meeting',
      subject: 'Spring meeting: a seat for {{ person.firstName | default: "you" }}',
      mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{ person.fullName }}</mj-text>{% if person.city %}<mj-text>See you soon, {{ person.city }}.</mj-text>{% endif %}</mj-column></mj-section></mj-body></mjml>',
    },
  },
});

export const getMessageTemplate = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MessageTemplates/{templateId}',
  summary: 'Get a template of messages',
  params: byId,
  responses: { 200: template },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 24 },
  example,
});

export const updateMessageTemplate = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/MessageTemplates/{templateId}',
  summary: 'Update a template of messages',
  description:
    'Replaces all fields: what is not sent gets its default. Broadcasts that were made of it stay as they are. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: TemplateRequest,
  responses: { 200: template },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  budget: { roundTrips: 5, readUnits: 24, writeUnits: 8 },
  example: {
    ...example,
    body: {
      name: 'Monthly news',
      subject: 'News of {{ association.name }}',
      mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{ person.fullName }}</mj-text></mj-column></mj-section></mj-body></mjml>',
    },
  },
});

export const previewMessageTemplate = endpoint({
  ...reading,
  access: { ...reading.access, permission: 'crm.communication.write' },
  method: 'POST',
  path: '/api/v1/MessageTemplates/{templateId}/Preview',
  summary: 'Preview a template of messages',
  description: 'As a person gets it. Nothing is sent or stored.',
  params: byId,
  body: z
    .object({ personId: idField().meta({ description: 'The recipient; an invented one by default.' }) })
    .meta({ id: 'PreviewRequest' }),
  responses: { 200: { description: 'The message.', body: RenderedMessageView } },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 28 },
  example: { ...example, body: { personId: '{{personId}}' } },
});

export const listMergeFields = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MessageTemplates/MergeFields',
  summary: 'List merge fields',
  description: 'What subject, body and text of messages are filled with.',
  responses: {
    200: {
      description: 'The fields.',
      body: z
        .strictObject({
          data: z.array(
            z
              .strictObject({
                name: z.string().meta({ example: 'person.firstName' }),
                description: z.string(),
              })
              .meta({ id: 'MergeField' }),
          ),
        })
        .meta({ id: 'MergeFields' }),
    },
  },
  budget: { roundTrips: 3, readUnits: 6 },
  example: {},
});
