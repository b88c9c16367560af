// Awards: the programs and certifications that members can earn (docs/interface/training.md#awards, #award-list).
import * as z from 'zod';
import { annualDay } from '../../../shared/auth/access/tenant-fields.ts';
import { webAddress } from '../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { fitsSchema } from '../../../shared/http/request/fits-schema.ts';
import { money } from '../../../shared/money/amount.ts';
import { momentOrLocalTime } from '../../../shared/time/moment-schemas.ts';
import { listHeaders, listQuery } from '../listing/listing.ts';

/** The longest texts of an award, and its longest validity (docs/interface/limits.md#fields). */
export const awardLimits = {
  ...{ name: 200, description: 2000, requirements: 1000 },
  ...{ years: 99, months: 11, days: 365 },
} as const;

const name = z
  .string()
  .trim()
  .min(1)
  .max(awardLimits.name)
  .meta({ example: 'Certified County Finance Officer' });
const description = z.string().trim().max(awardLimits.description);
/** Decimal(10,2), docs/interface/training.md#amounts. */
const price = money.meta({ example: 249.5 });
const words = z.array(z.string().trim().min(1).max(100)).max(50);
const reference = z.guid().toLowerCase();

const PrerequisiteType = z.enum(['Course', 'Award', 'Experience']);

const ValidityPeriod = z
  .strictObject({
    years: z.int().min(0).max(awardLimits.years).optional(),
    months: z.int().min(0).max(awardLimits.months).optional(),
    days: z.int().min(0).max(awardLimits.days).optional(),
  })
  .meta({ id: 'ValidityPeriod', description: 'How long the award is valid once it is awarded.' });

const priceCurrency = z.string().meta({ description: 'ISO 4217, of the price.', example: 'USD' });

const Award = z
  .strictObject({
    id: z.uuid(),
    name: z.string().min(1).max(awardLimits.name),
    description: z.string().max(awardLimits.description).optional(),
    levelType: z.string().optional().meta({ description: 'The label of the level.', example: 'Associate' }),
    objectType: z
      .string()
      .optional()
      .meta({ description: 'The label of the kind.', example: 'Certification' }),
    price: z.number().min(0).optional(),
    currency: priceCurrency,
    isActive: z.boolean(),
    tags: z.array(z.string()),
    skills: z.array(z.string()),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'Award' });

const Prerequisite = z
  .strictObject({ id: z.guid(), name: z.string(), type: PrerequisiteType })
  .meta({ id: 'Prerequisite', description: 'What a person needs before starting on the award.' });

const ContactPerson = z
  .strictObject({ id: z.uuid(), name: z.string(), email: z.string().optional() })
  .meta({ id: 'AwardContactPerson', description: 'A person of the directory to contact with questions.' });

const AwardDetail = Award.extend({
  levelTypeId: z.uuid().optional(),
  objectTypeId: z.uuid().optional(),
  requirements: z
    .string()
    .max(awardLimits.requirements)
    .optional()
    .meta({ description: 'Entry requirements.' }),
  duration: z.string().optional().meta({ description: 'Expected duration.', example: '12 months' }),
  allowSelfRegistration: z.boolean(),
  requiresApproval: z.boolean(),
  awardsAutomatically: z.boolean().meta({
    description: 'Whether registrants who meet all requirements are awarded at once, without the office.',
  }),
  prerequisites: z.array(Prerequisite),
  validityPeriod: ValidityPeriod.optional(),
  validityEndsOn: z.string().optional().meta({ example: '06-30' }),
  contactPersons: z.array(ContactPerson),
  iconUrl: z.string().optional(),
  hexNameColor: z.string().optional().meta({ example: '#FF5733' }),
}).meta({ id: 'AwardDetail' });

const PrerequisiteRequest = z
  .object({
    id: reference.nullish().meta({ description: 'The award or course; not used for experience.' }),
    name: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .meta({ description: 'Required for experience; courses and awards have their own names.' }),
    type: PrerequisiteType,
  })
  .meta({ id: 'PrerequisiteRequest' });

/** The fields of a request that creates or changes an award. */
const fields = {
  description: description.nullish(),
  levelTypeId: reference.nullish().meta({ description: 'A level type of Settings.' }),
  objectTypeId: reference.nullish().meta({ description: 'An object type of Settings.' }),
  requirements: z
    .string()
    .trim()
    .max(awardLimits.requirements)
    .nullish()
    .meta({ description: 'Entry requirements.' }),
  price: price.nullish(),
  duration: z.string().trim().max(200).nullish().meta({ description: 'Expected duration as text.' }),
  isActive: z.boolean().nullish().meta({ description: 'Default: true.' }),
  allowSelfRegistration: z.boolean().nullish().meta({ description: 'Default: false.' }),
  requiresApproval: z.boolean().nullish().meta({ description: 'Default: true.' }),
  awardsAutomatically: z.boolean().nullish().meta({
    description: 'Whether registrants who meet all requirements are awarded at once. Default: false.',
  }),
  tags: words.nullish(),
  skills: words.nullish(),
  prerequisites: z.array(PrerequisiteRequest).max(50).nullish(),
  validityPeriod: z
    .object({
      years: z.int().min(0).max(awardLimits.years).nullish(),
      months: z.int().min(0).max(awardLimits.months).nullish(),
      days: z.int().min(0).max(awardLimits.days).nullish(),
    })
    .nullish()
    .meta({ description: 'How long the award is valid once it is awarded; without expiry when absent.' }),
  validityEndsOn: annualDay.nullish().meta({
    description:
      'The day of the year on which terms end: the last one within the validity period, so that a first term may be shorter.',
    example: '06-30',
  }),
  contactPersonIds: z.array(reference).max(20).nullish().meta({ description: 'People of the directory.' }),
  iconUrl: webAddress.nullish(),
  hexNameColor: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'a colour such as #FF5733')
    .nullish()
    .meta({ example: '#FF5733' }),
} as const;

const AwardCreateRequest = z.object({ name, ...fields }).meta({ id: 'AwardCreateRequest' });
const AwardUpdateRequest = z
  .object({ name: name.nullish(), ...fields })
  .meta({ id: 'AwardUpdateRequest', description: 'Absent fields stay unchanged; null clears a field.' });

export type CreateAwardInput = z.output<typeof AwardCreateRequest>;
export type UpdateAwardInput = z.output<typeof AwardUpdateRequest>;
export type PrerequisiteInput = z.output<typeof PrerequisiteRequest>;

const dateOrDateTime = z.union([momentOrLocalTime, z.iso.date(), z.literal('')]);

const selectedDate = z
  .string()
  .refine(fitsSchema(dateOrDateTime), {
    message: 'selectedDate must be a date and time as YYYY-MM-DDThh:mm:ssZ, or a date as YYYY-MM-DD.',
    params: { code: 'INVALID_FORMAT' },
  })
  .optional()
  .meta({
    format: 'date-time',
    description:
      'Only awards that existed at that moment. A day alone means its end in the time zone of the tenant; a time without offset is UTC.',
    example: '2027-03-01T12:00:00Z',
  });

const query = z.object({
  selectedDate,
  ...listQuery([
    'name',
    'createdDate',
    'modifiedDate',
    'price',
    'isActive',
    'description',
    'levelType',
    'objectType',
    'id',
  ]),
});
export type AwardQuery = z.output<typeof query>;

const byId = z.object({ id: reference.meta({ description: 'The id of the award.' }) });
const shared = { area: 'training', tags: ['Awards'] } as const;
const readAccess = { permission: 'training.awards.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.awards.write', token: 'tenant' } as const;

export const listAwards = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/List',
  summary: 'List awards',
  description:
    'By name, every page costs the same. Other sort fields read a short entry of each award (25 per read unit); description, levelType and objectType read each award (8 per read unit).',
  query,
  responses: { 200: { description: 'A page of awards.', body: z.array(Award), headers: listHeaders } },
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 9 },
  example: { query: { page: 1, pageSize: 5 } },
});

export const getAward = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/{id}',
  summary: 'Get an award',
  params: byId,
  responses: { 200: { description: 'The award.', body: AwardDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 7 },
  example: { params: { id: '{{awardId}}' } },
});

export const updateAward = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Awards/{id}',
  summary: 'Update an award',
  description:
    'Absent fields stay unchanged. A prerequisite must not lead back to the award. Send the ETag of the award as If-Match to avoid overwriting changes of others.',
  params: byId,
  body: AwardUpdateRequest,
  responses: { 200: { description: 'The updated award.', body: AwardDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 8, readUnits: 13, writeUnits: 8 },
  example: { params: { id: '{{awardId}}' }, body: { price: 275, tags: ['finance', 'budgeting'] } },
});

export const deleteAward = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Awards/{id}',
  summary: 'Delete an award without active registrations or holders',
  params: byId,
  responses: { 204: { description: 'The award was deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 8, readUnits: 10, writeUnits: 24 },
  example: { params: { id: '{{awardId}}' } },
});

export const createAward = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Awards',
  summary: 'Create an award',
  body: AwardCreateRequest,
  responses: {
    201: { description: 'The award.', body: Award, headers: { Location: 'The address of the award.' } },
  },
  access: writeAccess,
  budget: { roundTrips: 11, readUnits: 14, writeUnits: 24 },
  example: {
    body: {
      name: 'Certified Public Records Officer',
      description: 'For those who answer requests for public records.',
      levelTypeId: '{{levelTypeId}}',
      objectTypeId: '{{objectTypeId}}',
      price: 195,
      duration: '6 months',
      tags: ['records', 'transparency'],
      skills: ['Public records law'],
      prerequisites: [{ type: 'Award', id: '{{awardId}}' }],
      validityPeriod: { years: 3 },
      contactPersonIds: ['{{personId}}'],
    },
  },
});
