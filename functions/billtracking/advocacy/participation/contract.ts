// Who took part in campaigns, and the reports of it (docs/interface/billtracking.md#participation).
import * as z from 'zod';
import { districtKinds } from '../../../../shared/directory/officials/campaign-figures.ts';
import {
  letterStatuses,
  participationSources,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { pageEnvelope, pagingFields, successEnvelope } from '../../envelopes.ts';
import { Official, reference } from '../schemas.ts';

const count = z.int();
const Figures = z
  .strictObject({
    invited: count.meta({ description: 'To how many people an invitation was sent.' }),
    participants: count,
    sent: count.meta({ description: 'Letters that were mailed to officials.' }),
    handedOver: count.meta({
      description:
        'Letters that people got to paste into the web form of an official without a mail address. Whether they sent them is unknown.',
    }),
    undeliverable: count.meta({
      description:
        'Letters to officials who have neither a mail address nor a web form, or whose address returned them.',
    }),
    recorded: count.meta({ description: 'Letters that staff recorded.' }),
  })
  .meta({ id: 'ParticipationFigures', description: 'Letters are counted once for each official.' });

const letters = z
  .strictObject({ sent: count, handedOver: count, undeliverable: count, recorded: count })
  .meta({ id: 'ParticipationLetters', description: 'The number of letters by what became of them.' });

const Participant = z
  .strictObject({
    personId: z.uuid(),
    name: z.string(),
    email: z.string().optional(),
    date: z.iso.datetime(),
    source: z.enum(participationSources).meta({
      description: 'page: by the link of the invitation. staff: recorded by staff.',
    }),
    districts: z.array(z.string()).meta({ description: 'Open Civic Data ids, at the time.' }),
    letters,
    note: z.string().optional(),
  })
  .meta({ id: 'CampaignParticipant' });

const byId = z.object({ id: reference.meta({ description: 'The id of the campaign.' }) });
const shared = { area: 'billtracking', tags: ['Advocacy Management'] } as const;
const readAccess = { permission: 'billtracking.advocacy.read', token: 'required' } as const;
const writeAccess = { permission: 'billtracking.advocacy.write', token: 'required' } as const;
const reading = { ...shared, access: readAccess, refuses: ['RESOURCE_NOT_FOUND'] } as const;
const list = { ...reading, method: 'POST', params: byId, repeatable: true } as const;
const example = { params: { id: '{{letterCampaignId}}' } };

export const getCampaignParticipation = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/1.0/Advocacy/Champaign/{id}/participation',
  summary: 'Get the participation in a campaign',
  description: 'In all, and how many took part on each day. Counted with what it counts.',
  params: byId,
  responses: {
    200: {
      description: 'The numbers.',
      body: successEnvelope(
        z
          .strictObject({
            total: Figures,
            days: z
              .array(z.strictObject({ day: z.iso.date(), participants: count }))
              .meta({ description: 'The days on which somebody took part, the first one first.' }),
          })
          .meta({ id: 'CampaignParticipation' }),
      ),
    },
  },
  budget: { roundTrips: 6, readUnits: 14, writeUnits: 2 },
  example,
});

export const listCampaignDistricts = endpoint({
  ...list,
  path: '/api/1.0/Advocacy/Champaign/{id}/participation/districts',
  summary: 'List the participation in a campaign by district',
  description:
    'Districts of one kind in which somebody was invited or took part; `unknown` is for whose record names no district of the kind. The cost grows with the districts, not with the people.',
  body: z
    .object({
      ...pagingFields(['district', 'participants', 'invited'], { isAscending: true }),
      kind: z.enum(districtKinds).nullish().meta({ description: 'stateLower by default.' }),
    })
    .meta({ id: 'CampaignDistrictsRequest' }),
  responses: {
    200: {
      description: 'A page of districts.',
      body: pageEnvelope(
        z
          .strictObject({
            division: z.string().meta({
              description: 'The Open Civic Data id, or `unknown`.',
              example: 'ocd-division/country:us/state:wa/sldl:46',
            }),
            kind: z.enum(districtKinds),
            state: z.string().optional().meta({ example: 'WA' }),
            district: z.string().optional().meta({ example: '46' }),
            ...Figures.shape,
          })
          .meta({ id: 'CampaignDistrict' }),
      ),
    },
  },
  budget: { roundTrips: 5, readUnits: 20, writeUnits: 2 },
  example: { ...example, body: { kind: 'stateLower', pageSize: 20 } },
});

export const listCampaignOfficials = endpoint({
  ...list,
  path: '/api/1.0/Advocacy/Champaign/{id}/participation/officials',
  summary: 'List the participation in a campaign by official',
  description: 'The officials to whom somebody wrote.',
  body: z
    .object({ ...pagingFields(['name', 'participants'], { isAscending: true }) })
    .meta({ id: 'CampaignOfficialsRequest' }),
  responses: {
    200: {
      description: 'A page of officials.',
      body: pageEnvelope(
        Official.omit({ name: true })
          .extend({
            name: z.string(),
            ...Figures.shape,
            invited: count.optional().meta({
              description:
                'How many people were invited whom the official represents; absent where that is unknown.',
            }),
          })
          .meta({ id: 'CampaignOfficialParticipation' }),
      ),
    },
  },
  budget: { roundTrips: 10, readUnits: 40, writeUnits: 2 },
  example: { ...example, body: { pageSize: 20 } },
});

export const listCampaignParticipants = endpoint({
  ...list,
  path: '/api/1.0/Advocacy/Champaign/{id}/participants/list',
  summary: 'List who took part in a campaign',
  description: 'The latest first.',
  body: z.object({ ...pagingFields(['date'], { isAscending: false }) }).meta({
    id: 'CampaignParticipantsRequest',
  }),
  responses: { 200: { description: 'A page of participants.', body: pageEnvelope(Participant) } },
  budget: { roundTrips: 7, readUnits: 20, writeUnits: 2 },
  example: { ...example, body: { pageSize: 20 } },
});

export const recordCampaignParticipation = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/Advocacy/Champaign/{id}/participants',
  summary: 'Record that somebody took part in a campaign',
  description:
    'For letters that were written elsewhere, such as at an event. Nothing is sent. Everybody takes part in a campaign once.',
  params: byId,
  body: z
    .object({
      personId: reference.meta({ description: 'Who took part.' }),
      officialIds: z
        .array(reference)
        .max(20)
        .nullish()
        .transform((ids) => (ids ? [...new Set(ids)] : undefined))
        .meta({
          description:
            'The person ids of the officials; by default those whom the campaign addresses for the person.',
        }),
      note: z.string().trim().max(500).nullish(),
    })
    .meta({ id: 'CampaignParticipationRequest' }),
  responses: { 200: { description: 'The participant.', body: successEnvelope(Participant) } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  ifMatch: 'ignored',
  budget: { roundTrips: 10, readUnits: 30, writeUnits: 38 },
  example: {
    ...example,
    body: {
      personId: '{{personId}}',
      officialIds: ['{{officialId}}'],
      note: 'Signed at the annual conference',
    },
  },
});

export const deleteCampaignParticipation = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/1.0/Advocacy/Champaign/{id}/participants/{personId}',
  summary: 'Delete a recorded participation in a campaign',
  description:
    'What staff recorded by mistake, with its letters and what they counted. Whoever sent letters by the page took part.',
  params: byId.extend({ personId: reference.meta({ description: 'Who was recorded.' }) }),
  responses: {
    200: {
      description: 'The participation was deleted.',
      body: successEnvelope(z.strictObject({ personId: z.uuid() })),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  ifMatch: 'ignored',
  budget: { roundTrips: 8, readUnits: 24, writeUnits: 45 },
  example: { params: { id: '{{letterCampaignId}}', personId: '{{participantId}}' } },
});

export const listPersonCampaigns = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/1.0/Advocacy/Participant/{personId}/Champaigns',
  summary: 'List the campaigns in which somebody took part',
  params: z.object({ personId: reference.meta({ description: 'The id of the person.' }) }),
  responses: {
    200: {
      description: 'The campaigns, the latest first.',
      body: successEnvelope(
        z.array(
          z
            .strictObject({
              campaignId: z.uuid(),
              campaignName: z.string(),
              date: z.iso.datetime(),
              source: z.enum(participationSources),
              letters: z.array(
                z.strictObject({
                  officialId: z.uuid(),
                  name: z.string(),
                  status: z.enum(letterStatuses),
                }),
              ),
              note: z.string().optional(),
            })
            .meta({ id: 'PersonCampaign' }),
        ),
      ),
    },
  },
  budget: { roundTrips: 6, readUnits: 20, writeUnits: 2 },
  example: { params: { personId: '{{participantId}}' } },
});
