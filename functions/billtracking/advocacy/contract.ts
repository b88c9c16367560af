// Campaign templates of advocacy with their texts, audience and call to action
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
/** For endpoints that return people of the directory. */
const personalDataAccess = { permission: 'billtracking.advocacy.read', token: 'required' } as const;
const writeAccess = { permission: 'billtracking.advocacy.write', token: 'tenant' } as const;

export const saveCampaignTemplate = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/saveChampaignTemplate',
  summary: 'Create or update a campaign template',
  description:
    'Creates a template without an id, and updates one with an id. An unknown merge field is an error, which lists the valid ones. Send the ETag as If-Match to avoid overwriting another change.',
  body: TemplateRequest,
  responses: { 200: { description: 'The saved template.', body: successEnvelope(CampaignTemplate) } },
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
  summary: 'Get a campaign template',
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
  summary: 'List campaign templates',
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
  summary: 'Delete a campaign template',
  description: 'A template that a running or scheduled campaign uses cannot be deleted.',
  params: byId,
  responses: {
    200: {
      description: 'The template was deleted.',
      body: successEnvelope(z.strictObject({ id: z.uuid() })),
    },
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
  summary: 'Preview a campaign template for one recipient',
  description:
    'The official is by default the first member of the template’s committee who represents the recipient.',
  params: byId,
  body: z
    .object({
      personId: reference.meta({ description: 'The recipient.' }),
      officialId: reference.nullish().meta({ description: 'The person id of the official.' }),
      billId: z.coerce.number().int().min(1).nullish().meta({ description: 'One of the linked bills.' }),
    })
    .meta({ id: 'CampaignPreviewRequest' }),
  responses: {
    200: {
      description: 'The texts with their merge fields filled in.',
      body: successEnvelope(
        z
          .strictObject({
            personId: z.uuid(),
            to: z.string().optional().meta({ description: 'The email address.' }),
            subject: z.string(),
            body: z.string(),
            isHtml: z.boolean(),
            callToAction: CallToAction.optional(),
            officials: z.array(Official).meta({ description: 'The officials who represent the recipient.' }),
            missing: z
              .array(z.string())
              .meta({ description: 'Merge fields without a value for this recipient.' }),
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
  summary: 'List the recipients of a campaign template',
  description: 'Includes inactive people, with isActive false.',
  params: byId,
  body: z.object({ pageNumber, pageSize }).meta({ id: 'CampaignAudienceRequest' }),
  responses: {
    200: {
      description: 'A page of recipients; totalRecords is the number of all recipients.',
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
              .meta({ description: 'Audience of constituents: the officials who represent the recipient.' }),
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
