// Campaign templates of advocacy: their texts, audience and call to action
// (docs/interface/billtracking.md#campaign-templates; "Champaign" is its spelling).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { pageEnvelope, pagingFields, successEnvelope } from '../envelopes.ts';
import {
  CallToAction,
  CampaignTemplate,
  CampaignTemplateEntry,
  Official,
  reference,
  TemplateFilter,
  TemplateRequest,
} from './schemas.ts';

const byId = z.object({ id: reference.meta({ description: 'The id of the template.' }) });
const shared = { area: 'billtracking', tags: ['Advocacy Management'] } as const;
const { pageNumber, pageSize } = pagingFields(['name'], { isAscending: true });
const readAccess = { permission: 'billtracking.advocacy.read', token: 'as writing' } as const;
/** What shows people of the directory. */
const personalDataAccess = { permission: 'billtracking.advocacy.read', token: 'required' } as const;
const writeAccess = { permission: 'billtracking.advocacy.write', token: 'tenant' } as const;

export const saveCampaignTemplate = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/saveChampaignTemplate',
  summary: 'Create a campaign template, or change one',
  description:
    'Without an id a template is created, with one it is changed. An unknown merge field is refused; the refusal names those there are. Send the ETag as If-Match so that nobody is overwritten.',
  body: TemplateRequest,
  responses: { 200: { description: 'The template as it is now.', body: successEnvelope(CampaignTemplate) } },
  refuses: ['CONFLICT', 'PRECONDITION_FAILED'],
  access: writeAccess,
  budget: { roundTrips: 9, readUnits: 9, writeUnits: 15 },
  example: {
    body: {
      name: 'Ask the budget writers',
      subject:
        'Your county needs {{official.title}} {{official.lastName|your legislator}} on {{bill.number}}',
      body: 'Dear {{recipient.firstName|friend}},\n\n{{bill.number}} ({{bill.title}}) is before the committee.\n\n{{sender.fullName}}',
      audience: { kind: 'committeeMembers', committeeId: '{{committeeId}}' },
      callToAction: { kind: 'call', label: 'Call the office', url: 'tel:{{official.phone}}' },
      stateId: 53,
      startDate: '2027-02-01',
      endDate: '2027-03-15',
      status: 'ACTIVE',
    },
  },
});

export const getCampaignTemplate = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/Advocacy/getChampaignTemplate/{id}',
  summary: 'Get one campaign template',
  params: byId,
  responses: { 200: { description: 'The template.', body: successEnvelope(CampaignTemplate) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: { params: { id: '{{campaignTemplateId}}' } },
});

export const listCampaignTemplates = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/list',
  summary: 'List campaign templates, by name',
  body: TemplateFilter,
  responses: { 200: { description: 'A page of templates.', body: pageEnvelope(CampaignTemplateEntry) } },
  access: readAccess,
  repeatable: true,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { body: { pageNumber: 1, pageSize: 20, sortBy: 'name', isAscending: true } },
});

export const deleteCampaignTemplate = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/1.0/Advocacy/ChampaignTemplate/{id}',
  summary: 'Remove a campaign template that no running campaign uses',
  params: byId,
  responses: {
    200: { description: 'It is removed.', body: successEnvelope(z.strictObject({ id: z.uuid() })) },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 6, readUnits: 9, writeUnits: 14 },
  example: { params: { id: '{{campaignTemplateId}}' } },
});

export const previewCampaignTemplate = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/ChampaignTemplate/{id}/preview',
  summary: 'See what one recipient would get',
  description:
    'The official is the first member of the template’s committee who represents the recipient, unless another is named.',
  params: byId,
  body: z
    .object({
      personId: reference.meta({ description: 'The recipient.' }),
      officialId: reference.nullish().meta({ description: 'The official, by the id of the person.' }),
      billId: z.coerce.number().int().min(1).nullish().meta({ description: 'One of the linked bills.' }),
    })
    .meta({ id: 'CampaignPreviewRequest' }),
  responses: {
    200: {
      description: 'The texts, filled in.',
      body: successEnvelope(
        z
          .strictObject({
            personId: z.uuid(),
            to: z.string().optional().meta({ description: 'The email address.' }),
            subject: z.string(),
            body: z.string(),
            isHtml: z.boolean(),
            callToAction: CallToAction.optional(),
            officials: z.array(Official).meta({ description: 'Those who represent the recipient.' }),
            missing: z.array(z.string()).meta({ description: 'Merge fields whose value is not known.' }),
          })
          .meta({ id: 'CampaignPreview' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: personalDataAccess,
  repeatable: true,
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 2 },
  example: { params: { id: '{{campaignTemplateId}}' }, body: { personId: '{{personId}}' } },
});

export const listCampaignAudience = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/ChampaignTemplate/{id}/audience',
  summary: 'Count the recipients of a template and list a page of them',
  description: 'People who are not active are among them, and marked.',
  params: byId,
  body: z.object({ pageNumber, pageSize }).meta({ id: 'CampaignAudienceRequest' }),
  responses: {
    200: {
      description: 'A page of recipients; totalRecords counts all.',
      body: pageEnvelope(
        z
          .strictObject({
            personId: z.uuid(),
            name: z.string(),
            email: z.string().optional(),
            organizationName: z.string().optional(),
            isActive: z.boolean(),
            officials: z
              .array(Official)
              .optional()
              .meta({ description: 'Constituents: those who represent them.' }),
          })
          .meta({ id: 'CampaignRecipient' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: personalDataAccess,
  repeatable: true,
  budget: { roundTrips: 15, readUnits: 19, writeUnits: 2 },
  example: { params: { id: '{{campaignTemplateId}}' }, body: { pageNumber: 1, pageSize: 10 } },
});
