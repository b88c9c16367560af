// Campaigns of advocacy: a template in use from one day to another ("Champaign" is the interface's spelling of its
// paths).
import * as z from 'zod';
import {
  officialChambers,
  officialKinds,
  officialLevels,
} from '../../../../shared/advocacy/representatives.ts';
import { campaignStatuses } from '../../../../shared/campaigns/campaign.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalText } from '../../../../shared/http/lenient.ts';
import { filterRulesWithCustomFields } from '../../../../shared/lists/filter-rules.ts';
import { peopleFilterFields } from '../../../../shared/people-filter/people-filter.ts';
import { conversionTo } from '../../../../shared/values/conversions.ts';
import { pageEnvelope, pagingFields, successEnvelope, wordList } from '../../envelopes.ts';

const reference = z.guid().toLowerCase();
const blankToUndefined = (sent: unknown): unknown => (sent === '' ? undefined : sent);
const day = () => z.preprocess(conversionTo({ to: 'null' }), z.iso.date().nullish()).optional();
/** So many people who are named fit into the transaction that starts a campaign. */
export const MAX_NAMED = 50;

/** A preview counts so many people, so that its cost does not grow with the audience. */
export const MAX_PREVIEWED = 1000;

const CampaignActor = z.strictObject({ name: z.string(), personId: z.uuid().optional() });

const CampaignOutreach = z
  .strictObject({
    broadcastId: z.uuid().meta({ description: 'The broadcast that is its invitation, in area B.' }),
    audience: z.strictObject({
      listIds: z.array(z.uuid()),
      groupIds: z.array(z.uuid()),
      named: z.int().meta({ description: 'The number of people who were named.' }),
      filterBody: z.record(z.string(), z.unknown()).optional(),
    }),
    officials: z.strictObject({
      kind: z.enum(officialKinds),
      level: z.enum(officialLevels).optional(),
      chamber: z.enum(officialChambers).optional(),
      state: z.string().optional().meta({ example: 'WA' }),
      committeeId: z.uuid().optional(),
      name: z.string().optional().meta({ description: 'The name of the committee.' }),
      personIds: z.array(z.uuid()).optional(),
    }),
  })
  .meta({ id: 'CampaignOutreach', description: 'Whom a campaign invites, and to whom they write.' });

const ids = (limit: number) =>
  z
    .array(reference)
    .max(limit)
    .nullish()
    .transform((sent) => [...new Set(sent)]);

const CampaignAudienceRequest = z
  .object({
    listIds: ids(20).meta({ description: 'Mailing lists.' }),
    groupIds: ids(20).meta({ description: 'Groups: their members.' }),
    personIds: ids(MAX_NAMED).meta({ description: 'People who are named.' }),
    filterBody: z
      .strictObject({ filterRules: filterRulesWithCustomFields(peopleFilterFields) })
      .meta({ id: 'CampaignAudienceFilter' })
      .nullish()
      .meta({ description: 'Everybody active who passes these rules.' }),
  })
  .refine(
    ({ listIds, groupIds, personIds, filterBody }) =>
      listIds.length + groupIds.length + personIds.length > 0 || filterBody,
    {
      path: ['listIds'],
      message: 'Send listIds, groupIds, personIds or filterBody: somebody has to be invited.',
    },
  )
  .meta({ id: 'CampaignAudienceInput', description: 'Whom the campaign invites by mail.' });
export type CampaignAudienceInput = z.output<typeof CampaignAudienceRequest>;

const CampaignOfficialsRequest = z
  .object({
    kind: z.enum(officialKinds).meta({
      description:
        'representatives: who represents the person in a legislature. committee: those of its members who do. named: the same for everybody.',
    }),
    level: z
      .enum(officialLevels)
      .nullish()
      .meta({ description: 'Only state legislators, or only Congress.' }),
    chamber: z.enum(officialChambers).nullish(),
    committeeId: z
      .union([reference, z.int().min(1), z.string().regex(/^\d{1,6}$/)])
      .nullish()
      .meta({ description: 'A committee of the directory, or a legislative one by its integer id.' }),
    personIds: ids(20).meta({ description: 'The named officials.' }),
  })
  .meta({
    id: 'CampaignOfficialsInput',
    description:
      'Whom they write to. By default the members of the committee whose constituents are the audience of the template, or else the legislators of the state of the template.',
  });
export type CampaignOfficialsInput = z.output<typeof CampaignOfficialsRequest>;

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
    outreach: CampaignOutreach.optional().meta({
      description: 'Absent for a campaign without an audience, which sends nothing.',
    }),
    createdDate: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Campaign' });

const CampaignFilter = z
  .object({
    ...pagingFields(['createdDate', 'startDate', 'endDate', 'templateName'], { isAscending: false }),
    templateId: z.preprocess(blankToUndefined, reference.optional()).optional(),
    status: wordList(campaignStatuses).meta({ description: 'In any of these states.' }),
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
    'The template must be ACTIVE. It cannot be deleted while the campaign is running or scheduled. With an audience, the campaign mails everybody in it, once, on its first day: the texts of the template, with a link to the letter that they may send to their officials.',
  body: z
    .object({
      templateId: reference,
      startDate: day().meta({ description: 'Today by default.' }),
      endDate: day().meta({ description: 'The last day; that of the template by default, null for none.' }),
      audience: CampaignAudienceRequest.nullish(),
      officials: CampaignOfficialsRequest.nullish(),
    })
    .meta({ id: 'CampaignRequest' }),
  responses: { 200: { description: 'The campaign.', body: successEnvelope(Campaign) } },
  refuses: ['CONFLICT', 'PERMISSION_DENIED'],
  access: { ...writeAccess, some: 'identity.permissions.read' },
  also: ['crm.groups.read', 'crm.groups.write'],
  budget: { roundTrips: 12, readUnits: 30, writeUnits: 15 },
  example: { body: { templateId: '{{campaignTemplateId}}' } },
});

const PreviewFigures = z
  .strictObject({
    people: z.int().meta({ description: 'How many people the audience has, inactive ones left out.' }),
    isComplete: z.boolean().meta({
      description: `Whether all were counted. Of a large audience, only the first ${MAX_PREVIEWED} are.`,
    }),
    withEmail: z.int(),
    withDistrict: z.int().meta({ description: 'How many have officials to write to.' }),
    letters: z.int().meta({ description: 'How many letters there would be if everybody took part.' }),
    officials: z.int().meta({ description: 'To how many officials.' }),
    officialsWithEmail: z.int(),
  })
  .meta({ id: 'CampaignPreviewFigures' });

export const previewCampaign = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/Champaign/preview',
  summary: 'Preview a campaign with an audience',
  description:
    'Counts whom it would invite and to whom they would write, with one example. Nothing is sent or stored. Who gets no mail, such as whoever has opted out, is decided when it is sent.',
  body: z
    .object({
      templateId: reference,
      audience: CampaignAudienceRequest,
      officials: CampaignOfficialsRequest.nullish(),
    })
    .meta({ id: 'CampaignOutreachPreviewRequest' }),
  responses: {
    200: {
      description: 'The numbers and an example.',
      body: successEnvelope(
        z
          .strictObject({
            figures: PreviewFigures,
            example: z
              .strictObject({
                personId: z.uuid(),
                name: z.string(),
                invitation: z.strictObject({ subject: z.string(), html: z.string(), text: z.string() }),
                letter: z.strictObject({ subject: z.string(), body: z.string(), signature: z.string() }),
                officials: z.array(
                  z.strictObject({
                    personId: z.uuid(),
                    name: z.string(),
                    title: z.string(),
                    salutation: z.string(),
                    isReachable: z.boolean().meta({ description: 'Whether there is a mail address.' }),
                  }),
                ),
              })
              .optional()
              .meta({ description: 'The first person who has officials; absent where nobody has.' }),
          })
          .meta({ id: 'CampaignOutreachPreview' }),
      ),
    },
  },
  refuses: ['CONFLICT', 'PERMISSION_DENIED'],
  access: { permission: 'billtracking.advocacy.write', token: 'required', some: 'identity.permissions.read' },
  also: ['crm.groups.read', 'crm.groups.write'],
  repeatable: true,
  budget: { roundTrips: 25, readUnits: 120, writeUnits: 2 },
  example: {
    body: { templateId: '{{letterTemplateId}}', audience: { listIds: ['{{mailingListId}}'] } },
  },
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
  budget: { roundTrips: 7, readUnits: 10, writeUnits: 8 },
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
