// How engaged people are, by rules that the tenant sets and every reply shows (docs/interface/crm.md#engagement).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { pageSizeField } from '../../../../shared/lists/query.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';
import { ENGAGEMENT_RULES } from './record/rules.ts';

const rule = z.enum(ENGAGEMENT_RULES);
const points = z.number();

const Contribution = z
  .strictObject({
    rule,
    count: z.int().meta({ description: 'What the rule counts, how often.' }),
    points,
    explanation: z.string().meta({ example: '3 contacts with officials in 365 days x 5 = 15' }),
  })
  .meta({ id: 'EngagementContribution' });
const contributions = z.array(Contribution).meta({ description: 'One for each rule that is enabled.' });

const calculatedDate = z.iso.datetime().nullable().meta({
  description: 'When the scores of the ranking were last calculated; null before the first time.',
});
const isOutdated = z.boolean().meta({
  description: 'Whether the rules have changed since, or the ranking is being calculated for the first time.',
});

const RuleSetting = {
  isEnabled: z.boolean().meta({ description: 'What is not enabled does not count.' }),
  points: z.number().min(0).max(1000).meta({
    description: 'The points for each occurrence, or each level of strength; one decimal.',
    example: 5,
  }),
  cap: z.number().min(0).max(10_000).meta({ description: 'The most points of the rule.', example: 50 }),
  days: z.int().min(1).max(3660).nullable().meta({
    description:
      'How many days back it counts, today included; null for what has no day: relationships, committees, groups, districts.',
    example: 365,
  }),
  decay: z.enum(['none', 'linear']).meta({
    description: 'linear: an occurrence counts less from day to day, and nothing once the window ends.',
  }),
};

const EngagementRules = z
  .strictObject({
    rules: z.array(z.strictObject({ rule, ...RuleSetting })),
    modifiedDate: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the rules were last changed; null when they are those of the start.' }),
  })
  .meta({ id: 'EngagementRules', description: 'What counts as engagement, and how much.' });

const EngagementRulesRequest = z
  .object({
    rules: z
      .array(
        z.object({
          rule,
          isEnabled: optionalBoolean().meta({ description: 'true by default.' }),
          points: RuleSetting.points.optional(),
          cap: RuleSetting.cap.optional(),
          days: RuleSetting.days.optional(),
          decay: RuleSetting.decay.optional(),
        }),
      )
      .max(ENGAGEMENT_RULES.length),
  })
  .meta({ id: 'EngagementRulesRequest' });
export type EngagementRulesInput = z.output<typeof EngagementRulesRequest>;

const shared = { area: 'crm', tags: ['Engagement'] } as const;
const reading = { ...shared, access: { permission: 'crm.advocacy.read', token: 'required' } } as const;
const rulesPath = '/api/v1/Settings/EngagementRules';
const rules = { description: 'The rules.', body: EngagementRules };

export const getEngagementRules = endpoint({
  ...reading,
  method: 'GET',
  path: rulesPath,
  summary: 'Get the rules of the engagement score',
  description: 'Every rule, whether it is enabled or not. A tenant starts with none enabled.',
  responses: { 200: rules },
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateEngagementRules = endpoint({
  ...shared,
  access: { permission: 'crm.settings.write', token: 'required' },
  method: 'PUT',
  path: rulesPath,
  summary: 'Replace the rules of the engagement score',
  description:
    'A rule that is not sent is not enabled; a value that is not sent is that of the start. The change is audited, and the ranking is calculated again. Send the ETag as If-Match to prevent lost updates.',
  body: EngagementRulesRequest,
  responses: { 200: rules },
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 15 },
  example: {
    body: {
      rules: [
        { rule: 'relationships', points: 2, cap: 40 },
        { rule: 'contacts', points: 5, cap: 50, days: 365, decay: 'linear' },
        { rule: 'groups' },
      ],
    },
  },
});

export const getPersonEngagement = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/advocacy/people/{peopleId}/engagement',
  summary: 'Get the engagement score of a person',
  description: 'Calculated now, with the points of each rule and the sentence that says why.',
  params: z.object({ peopleId: z.guid().meta({ description: 'The id of the person.' }) }),
  responses: {
    200: {
      description: 'The score.',
      body: z
        .strictObject({
          personId: z.uuid(),
          personName: z.string(),
          points,
          contributions,
          calculatedDate: z.iso.datetime(),
        })
        .meta({ id: 'PersonEngagement' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 10, readUnits: 16 },
  example: { params: { peopleId: '{{personId}}' } },
});

const RankedPerson = z.strictObject({
  personId: z.uuid(),
  name: z.string().meta({ example: 'Ada Fairweather' }),
  organizationName: z.string().nullable(),
  points,
  contributions,
});

export const listEngagedPeople = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/advocacy/engagement',
  summary: 'List the most engaged people',
  description:
    'The highest score first, with what each rule contributed, as of calculatedDate: every day, and after a change of the rules. A page costs the same however many people there are. People who are not active, and those without points, are not listed; a page may have fewer entries than pageSize.',
  query: searchQuery,
  responses: {
    200: {
      description: 'A page of people.',
      body: searchPageSchema(RankedPerson.meta({ id: 'RankedPerson' }))
        .extend({ calculatedDate, isOutdated })
        .meta({ id: 'RankedPeoplePage' }),
    },
  },
  budget: { roundTrips: 6, readUnits: 20 },
  example: { query: { pageSize: 10 } },
});

/** The most candidates among those who know an official, and the most contacts whose people are candidates. */
export const MAX_KNOWN = 100;
export const MAX_CONTACTS = 50;
const pageSize = { byDefault: 20, largest: 50 } as const;

export const listOfficialAdvocates = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/advocacy/officials/{officialId}/advocates',
  summary: 'List who is best to ask an official',
  description: `Those who know the official (the ${MAX_KNOWN} with the strongest relationships in force) and those who took part in the last ${MAX_CONTACTS} contacts with the official, the most points first: their score in the ranking, and what the rules of officials add for this one. Staff of the official are left out.`,
  params: z.object({ officialId: z.guid().meta({ description: 'The id of the official.' }) }),
  query: z.object({
    pageSize: pageSizeField(pageSize).meta({
      description: `The most people in the reply, 1 to ${pageSize.largest}.`,
      example: 20,
    }),
  }),
  responses: {
    200: {
      description: 'The people.',
      body: z
        .strictObject({
          data: z.array(
            RankedPerson.extend({
              engagementPoints: z
                .number()
                .meta({ description: 'The score in the ranking, which is part of the points.' }),
              strength: z
                .int()
                .nullable()
                .meta({ description: 'Of the strongest relationship with the official; null without one.' }),
              lastContactDate: z.iso.date().nullable(),
            }).meta({ id: 'Advocate' }),
          ),
          calculatedDate,
          isOutdated,
        })
        .meta({ id: 'OfficialAdvocates' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 30 },
  example: { params: { officialId: '{{officialId}}' }, query: { pageSize: 10 } },
});
