// Vacant seats of committees (docs/interface/crm.md#vacancies).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { oneOfOrFirst } from '../../../../shared/lists/query.ts';
import { CommitteeMember } from '../members/schemas.ts';
import { wholeListQuery, wholeListSchema } from '../whole-list.ts';
import {
  CloseVacancyRequest,
  FillVacancyRequest,
  Vacancy,
  VacancyFieldsRequest,
  VacancyRequest,
} from './schemas.ts';

const shared = { area: 'crm', tags: ['Committees'] } as const;
const reading = { ...shared, access: { permission: 'crm.committees.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.committees.write', token: 'required' } } as const;
const committeeId = z.guid().meta({ description: 'The id of the committee.' });
const byId = z.object({ committeeId, vacancyId: z.guid().meta({ description: 'The id of the vacancy.' }) });
const vacancy = { description: 'The vacancy.', body: Vacancy };
const example = { params: { committeeId: '{{committeeId}}', vacancyId: '{{vacancyId}}' } };
const writeBudget = { roundTrips: 6, readUnits: 12, writeUnits: 10 };

export const listVacancies = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/committee/{committeeId}/Vacancies',
  summary: 'List the vacancies of a committee',
  description: 'Those that are to be filled soonest first.',
  params: z.object({ committeeId }),
  query: wholeListQuery({
    status: oneOfOrFirst(['open', 'upcoming', 'filled', 'closed', 'all']).meta({
      description: 'Which vacancies are listed, as of today.',
      example: 'open',
    }),
  }),
  responses: {
    200: { description: 'A page of vacancies.', body: wholeListSchema(Vacancy).meta({ id: 'VacancyPage' }) },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 12 },
  example: { params: { committeeId: '{{committeeId}}' }, query: { status: 'all' } },
});

export const openVacancy = endpoint({
  ...writing,
  ifMatch: 'ignored',
  method: 'POST',
  path: '/api/v1/committee/{committeeId}/Vacancies',
  summary: 'Open a vacancy of a committee',
  description:
    'Records that nobody holds a seat from a day on. An exclusive position that somebody holds on that day is refused with the name of the holder, and one that is vacant already, too.',
  params: z.object({ committeeId }),
  body: VacancyRequest,
  responses: { 201: { ...vacancy, headers: { Location: 'The URL of the vacancy.' } } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: writeBudget,
  example: {
    params: { committeeId: '{{committeeId}}' },
    body: { positionId: '{{committeePositionId}}', reason: 'A seat was added.', fillBy: '2027-09-30' },
  },
});

export const getVacancy = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/committee/{committeeId}/Vacancies/{vacancyId}',
  summary: 'Get a vacancy of a committee',
  params: byId,
  responses: { 200: vacancy },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 12 },
  example,
});

export const patchVacancy = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v1/committee/{committeeId}/Vacancies/{vacancyId}',
  summary: 'Change a vacancy of a committee',
  description:
    'Changes the fields that are sent; null removes a field. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: VacancyFieldsRequest,
  responses: { 200: vacancy },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: writeBudget,
  example: { ...example, body: { fillBy: '2027-12-31' } },
});

export const fillVacancy = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/{committeeId}/Vacancies/{vacancyId}/Fill',
  summary: 'Fill a vacancy of a committee',
  description:
    'Gives a person the seat for the remainder of the term. When that membership is voided, the vacancy is open again. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: FillVacancyRequest,
  responses: {
    200: {
      description: 'The vacancy, and the membership that fills it.',
      body: z.strictObject({ vacancy: Vacancy, membership: CommitteeMember }).meta({ id: 'FilledVacancy' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 9, readUnits: 20, writeUnits: 15 },
  example: { ...example, body: { personId: '{{personId}}' } },
});

export const closeVacancy = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/{committeeId}/Vacancies/{vacancyId}/Close',
  summary: 'Close a vacancy of a committee',
  description:
    'The seat is not to be filled any more. A vacancy that was opened by mistake is closed on the day it was opened: then it never was open. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: CloseVacancyRequest,
  responses: { 200: vacancy },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: writeBudget,
  example: { ...example, body: { reason: 'The seat was abolished.' } },
});
