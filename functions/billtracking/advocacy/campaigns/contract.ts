// Campaigns of advocacy: a template in use from one day to another ("Champaign" is the interface's spelling of its
// paths).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalText } from '../../../../shared/http/lenient.ts';
import { pageEnvelope, pagingFields, successEnvelope, textList } from '../../envelopes.ts';
import { campaignStatuses } from './campaign.ts';

const reference = z.guid().toLowerCase();
const blankToUndefined = (sent: unknown): unknown => (sent === '' ? undefined : sent);
const day = () => z.preprocess(blankToUndefined, z.iso.date().nullish()).optional();
const CampaignActor = z.strictObject({ name: z.string(), personId: z.uuid().optional() });

const Campaign = z
  .strictObject({
    id: z.uuid(),
    templateId: z.uuid(),
    templateName: z.string(),
    status: z
      .enum(campaignStatuses)
      .meta({ description: 'Depends on its dates and the tenant’s current day.' }),
    startDate: z.iso.date(),
    endDate: z.iso
      .date()
      .optional()
      .meta({ description: 'The last day; without one the campaign runs until it is ended.' }),
    startedBy: CampaignActor.optional(),
    endedAt: z.iso.datetime().optional(),
    endedBy: CampaignActor.optional(),
    createdDate: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Campaign' });

const CampaignFilter = z
  .object({
    ...pagingFields(['createdDate', 'startDate', 'endDate', 'templateName'], { isAscending: false }),
    templateId: z.preprocess(blankToUndefined, reference.optional()).optional(),
    status: textList().meta({ description: 'SCHEDULED, RUNNING, ENDED.' }),
    text: optionalText(200).meta({ description: 'Text contained in the name of the template.' }),
  })
  .meta({ id: 'CampaignFilter' });
export type CampaignFilter = z.output<typeof CampaignFilter>;

const byId = z.object({ id: reference.meta({ description: 'The id of the campaign.' }) });
const shared = { area: 'billtracking', tags: ['Advocacy Management'] } as const;
const readAccess = { permission: 'billtracking.advocacy.read', token: 'as writing' } as const;
const writeAccess = { permission: 'billtracking.advocacy.write', token: 'tenant' } as const;

export const startCampaign = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/Champaign',
  summary: 'Start a campaign',
  description:
    'The template must be ACTIVE. It cannot be deleted while the campaign is running or scheduled.',
  body: z
    .object({
      templateId: reference,
      startDate: day().meta({ description: 'Today by default.' }),
      endDate: day().meta({ description: 'The last day; that of the template by default, null for none.' }),
    })
    .meta({ id: 'CampaignRequest' }),
  responses: { 200: { description: 'The campaign.', body: successEnvelope(Campaign) } },
  refuses: ['CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 9, readUnits: 10, writeUnits: 15 },
  example: { body: { templateId: '{{campaignTemplateId}}' } },
});

export const endCampaign = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/Champaign/{id}/end',
  summary: 'End a campaign',
  params: byId,
  responses: { 200: { description: 'The ended campaign.', body: successEnvelope(Campaign) } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 14 },
  example: { params: { id: '{{campaignId}}' } },
});

export const getCampaign = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/Advocacy/Champaign/{id}',
  summary: 'Get a campaign',
  params: byId,
  responses: { 200: { description: 'The campaign.', body: successEnvelope(Campaign) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: { params: { id: '{{campaignId}}' } },
});

export const listCampaigns = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/Champaign/list',
  summary: 'List campaigns',
  body: CampaignFilter,
  responses: { 200: { description: 'A page of campaigns.', body: pageEnvelope(Campaign) } },
  access: readAccess,
  repeatable: true,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { body: { pageNumber: 1, pageSize: 20 } },
});
