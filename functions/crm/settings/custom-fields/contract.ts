// The fields that a tenant adds to people and organizations (docs/interface/crm.md#custom-fields).
import * as z from 'zod';
import { controlTypes, fieldOwners } from '../../../../shared/directory/record/custom-field.ts';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalInteger, optionalText } from '../../../../shared/http/lenient.ts';
import { wholeListQuery, wholeListSchema } from '../../committees/whole-list.ts';

const MAX_SEQUENCE = 10_000;
const controlTypeIds = Object.values(controlTypes);
const kinds = '0 or 3 text, 1 date, 9 address, 11 telephone number, 12 organization.';

const CustomField = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Preferred language' }),
    controlTypeId: z.literal(controlTypeIds).meta({ description: `The kind of its values: ${kinds}` }),
    tab: z.string().meta({ description: 'The tab of a profile that shows it.', example: 'Profile' }),
    tabGroup: z.string().meta({ description: 'The group of fields in the tab.', example: 'Details' }),
    sequence: z.int().meta({ description: 'The place in the group: 1 comes first.' }),
    isRequired: z.boolean().meta({ description: 'Whether new and replaced records need a value.' }),
    allowedValues: z.array(z.string()).meta({ description: 'The only values; empty where any is valid.' }),
    isPublic: z.boolean().meta({ description: 'Whether callers without a token learn of it.' }),
    ...auditFields,
  })
  .meta({ id: 'CustomField', description: 'A field that a tenant adds to people or organizations.' });
export type CustomField = z.infer<typeof CustomField>;

const isUnique = (values: readonly string[]): boolean =>
  new Set(values.map((value) => value.toLowerCase())).size === values.length;

const CustomFieldRequest = z
  .object({
    name: z.string().trim().min(1).max(90).meta({ example: 'Preferred language' }),
    controlTypeId: z
      .preprocess(
        (sent) => (typeof sent === 'string' && /^\d+$/.test(sent) ? Number(sent) : sent),
        z.literal(controlTypeIds),
      )
      .meta({ description: `The kind of its values, which can't be changed later: ${kinds}`, example: 3 }),
    tab: optionalText(90).meta({ description: 'The tab of a profile that shows it. Default: Details.' }),
    tabGroup: optionalText(90).meta({ description: 'The group of fields in the tab. Default: Details.' }),
    sequence: optionalInteger(1, MAX_SEQUENCE).meta({
      description: 'The place in the group, 1 first; by default after all others.',
      example: 1,
    }),
    isRequired: optionalBoolean().meta({
      description:
        'Whether new and replaced records need a value. Records without one stay readable, and their other fields can be changed. Default: false.',
    }),
    allowedValues: z
      .array(z.string().trim().min(1).max(200))
      .max(500)
      .refine(isUnique, { message: 'Each value can be listed once, in one spelling.' })
      .nullish()
      .meta({
        description: 'The only values. Values that records have already stay, also when they are not listed.',
        example: ['English', 'Spanish'],
      }),
    isPublic: optionalBoolean().meta({
      description:
        'Whether callers without a token, where the access policy admits them, learn of the field and count by it. Default: false.',
    }),
    isActive: optionalBoolean().meta({
      description: 'false: records keep their values, which are neither shown nor changed. Default: true.',
    }),
  })
  .refine(
    ({ controlTypeId, allowedValues }) =>
      !allowedValues?.length || controlTypeId === controlTypes.text || controlTypeId === controlTypes.other,
    { path: ['allowedValues'], message: 'Only fields of the kinds 0 and 3 (text) have allowedValues.' },
  )
  .meta({ id: 'CustomFieldRequest' });
export type CustomFieldInput = z.output<typeof CustomFieldRequest>;

const shared = { area: 'crm', tags: ['Settings'] } as const;
const reading = { ...shared, access: { permission: 'crm.people.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.settings.write', token: 'required' } } as const;
const ofOwner = z.object({
  owner: z.enum(fieldOwners).meta({ description: 'Whose fields: people or organizations.' }),
});
const byId = ofOwner.extend({ fieldId: z.guid().meta({ description: 'The id of the field.' }) });
const field = { description: 'The field.', body: CustomField };
const example = { params: { owner: 'people', fieldId: '{{customFieldId}}' } } as const;

export const listFields = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/Settings/CustomFields/{owner}',
  summary: 'List the custom fields of people or organizations',
  description: 'By tab, group and place in it, inactive ones included.',
  params: ofOwner,
  query: wholeListQuery({}),
  responses: {
    200: {
      description: 'A page of fields.',
      body: wholeListSchema(CustomField).meta({ id: 'CustomFieldPage' }),
    },
  },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { owner: 'people' }, query: { pageIndex: 0, pageSize: 20 } },
});

export const createField = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/Settings/CustomFields/{owner}',
  summary: 'Create a custom field',
  params: ofOwner,
  body: CustomFieldRequest,
  responses: { 201: { ...field, headers: { Location: 'The URL of the field.' } } },
  refuses: ['ALREADY_EXISTS', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 10 },
  example: {
    params: { owner: 'people' },
    body: { name: 'T-shirt size', controlTypeId: 3, tab: 'Profile', allowedValues: ['S', 'M', 'L', 'XL'] },
  },
});

export const getField = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/Settings/CustomFields/{owner}/{fieldId}',
  summary: 'Get a custom field',
  params: byId,
  responses: { 200: field },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example,
});

export const updateField = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/Settings/CustomFields/{owner}/{fieldId}',
  summary: 'Update a custom field',
  description:
    'Replaces the definition: what is not sent gets its default. Values of records stay as they are. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: CustomFieldRequest,
  responses: { 200: field },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 6 },
  example: {
    ...example,
    body: {
      name: 'Preferred language',
      controlTypeId: 3,
      tab: 'Profile',
      allowedValues: ['English', 'Spanish', 'Vietnamese'],
    },
  },
});

export const deactivateField = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/Settings/CustomFields/{owner}/{fieldId}/Deactivate',
  summary: 'Deactivate a custom field',
  description: 'Records keep their values, which are neither shown nor changed until it is reactivated.',
  params: byId,
  responses: { 200: field },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 8 },
  example,
});

export const reactivateField = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/Settings/CustomFields/{owner}/{fieldId}/Reactivate',
  summary: 'Reactivate a custom field',
  params: byId,
  responses: { 200: field },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 8 },
  example,
});
