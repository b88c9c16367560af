// Licenses of a person, which boards issued (docs/interface/training.md#licenses).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { licenseStatuses } from './license.ts';

const reference = z.guid().toLowerCase();
const byPerson = z.object({ personId: reference.meta({ description: 'The id of the person.' }) });
const byId = byPerson.extend({ id: reference.meta({ description: 'The id of the license.' }) });

const board = z.string().trim().min(1).max(100).meta({ example: 'Florida Board of Nursing' });
const jurisdiction = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?$/, 'a state such as FL, or a country and its part such as CA-ON')
  .toUpperCase()
  .meta({ example: 'FL' });
const profession = z.string().trim().min(1).max(50).meta({
  description: 'The profession, by the code of the board.',
  example: 'RN',
});
const number = z.string().trim().min(1).max(50).meta({ example: 'RN9182736' });
const day = z.iso.date().nullish();
const dates = {
  issuedDate: day.meta({ example: '2024-05-01' }),
  expiryDate: day.meta({ description: 'The last valid day; absent when it does not expire.' }),
} as const;
const status = z.enum(licenseStatuses).meta({ description: 'Active by default.' });

const License = z
  .strictObject({
    id: z.uuid(),
    personId: z.uuid(),
    board: z.string(),
    jurisdiction: z.string(),
    profession: z.string(),
    number: z.string(),
    issuedDate: z.iso.date().optional(),
    expiryDate: z.iso.date().optional(),
    status,
    isExpired: z.boolean().meta({ description: 'Whether its last valid day has passed.' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'License' });

const CreateRequest = z
  .object({ board, jurisdiction, profession, number, ...dates, status: status.nullish() })
  .meta({ id: 'LicenseCreateRequest' });
const UpdateRequest = z
  .object({
    board: board.nullish(),
    jurisdiction: jurisdiction.nullish(),
    profession: profession.nullish(),
    number: number.nullish(),
    ...dates,
    status: status.nullish(),
  })
  .meta({ id: 'LicenseUpdateRequest', description: 'Only fields that are sent change; null clears a date.' });

const shared = { area: 'training', tags: ['People'] } as const;
const readAccess = { permission: 'own', others: 'training.credits.read', token: 'required' } as const;
const writeAccess = { permission: 'own', others: 'training.people.write', token: 'required' } as const;
const single = { 200: { description: 'The license.', body: License } } as const;
const whoWrites =
  'For holders of training.people.write, and for the person where Settings/SelfReportedCredits allow it. The change is audited.';

export const listLicenses = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Licenses',
  summary: "List a person's licenses",
  description: 'By board and number, at most 50. For those who may read the training record of the person.',
  params: byPerson,
  responses: { 200: { description: 'The licenses.', body: z.array(License) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { personId: '{{personId}}' } },
});

export const createLicense = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/People/{personId}/Licenses',
  summary: "Add a license to a person's record",
  description: `A number is unique within its board. ${whoWrites}`,
  params: byPerson,
  body: CreateRequest,
  responses: {
    201: { description: 'The license.', body: License, headers: { Location: 'Its address.' } },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'CONFLICT'],
  access: writeAccess,
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 16 },
  example: {
    params: { personId: '{{personId}}' },
    body: {
      ...{ board: 'Oregon Board of Accountancy', jurisdiction: 'OR', profession: 'CPA' },
      ...{ number: '14207', issuedDate: '2019-03-01', expiryDate: '2031-06-30' },
    },
  },
});

export const getLicense = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Licenses/{id}',
  summary: 'Get a license',
  params: byId,
  responses: single,
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { personId: '{{licenseeId}}', id: '{{licenseId}}' } },
});

export const updateLicense = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/People/{personId}/Licenses/{id}',
  summary: 'Update a license',
  description: whoWrites,
  params: byId,
  body: UpdateRequest,
  responses: single,
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 12 },
  example: {
    params: { personId: '{{licenseeId}}', id: '{{licenseId}}' },
    body: { expiryDate: '2033-06-30' },
  },
});

export const deleteLicense = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/People/{personId}/Licenses/{id}',
  summary: 'Remove a license',
  description: `Credits that were reported under it stay reported. ${whoWrites}`,
  params: byId,
  responses: { 204: { description: 'The license is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 14 },
  example: { params: { personId: '{{licenseeId}}', id: '{{licenseId}}' } },
});
