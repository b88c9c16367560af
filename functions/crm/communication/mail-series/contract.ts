// Series of mails: welcome, renewal (docs/interface/communication.md#series).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { wholeListQuery, wholeListSchema } from '../../committees/whole-list.ts';
import { MailSeries, MailSeriesEntry, MailSeriesRequest } from './schemas.ts';

const shared = { area: 'crm', tags: ['Communication'] } as const;
const reading = { ...shared, access: { permission: 'crm.communication.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;
const sending = { ...shared, access: { permission: 'crm.communication.send', token: 'required' } } as const;
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the series.' }) });
const series = { description: 'The series.', body: MailSeries };
const draft = { params: { id: '{{draftMailSeriesId}}' } } as const;
const active = { params: { id: '{{mailSeriesId}}' } } as const;
const path = '/api/v1/MailSeries';

export const listMailSeries = endpoint({
  ...reading,
  method: 'GET',
  path,
  summary: 'List series of mails',
  description: 'By name, without the texts and numbers of their steps.',
  query: wholeListQuery({}),
  responses: {
    200: {
      description: 'A page of series.',
      body: wholeListSchema(MailSeriesEntry).meta({ id: 'MailSeriesPage' }),
    },
  },
  budget: { roundTrips: 2, readUnits: 8 },
  example: { query: { pageSize: 10 } },
});

export const createMailSeries = endpoint({
  ...writing,
  method: 'POST',
  path,
  summary: 'Create a series of mails',
  description: 'A draft without steps: add them, then start it.',
  body: MailSeriesRequest,
  responses: { 201: { ...series, headers: { Location: 'The URL of the series.' } } },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 4, readUnits: 12, writeUnits: 6 },
  example: { body: { name: 'Renewal', listId: '{{mailingListId}}' } },
});

export const getMailSeries = endpoint({
  ...reading,
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a series of mails',
  description:
    'With the numbers of each step so far; Broadcasts/{id} of a step has its texts and recipients.',
  params: byId,
  responses: { 200: series },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 6, readUnits: 40 },
  example: active,
});

export const updateMailSeries = endpoint({
  ...writing,
  also: ['crm.communication.send'],
  method: 'PUT',
  path: `${path}/{id}`,
  summary: 'Update a series of mails',
  description:
    'Replaces its fields; its steps stay. Once it was started this takes crm.communication.send. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: MailSeriesRequest,
  responses: { 200: series },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 8, readUnits: 40, writeUnits: 16 },
  example: { ...draft, body: { name: 'Welcome to the association' } },
});

export const deleteMailSeries = endpoint({
  ...writing,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a draft of a series of mails',
  params: byId,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 16, writeUnits: 22 },
  example: draft,
});

const steering = {
  ...sending,
  method: 'POST',
  params: byId,
  responses: { 200: series },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 9, readUnits: 40, writeUnits: 22 },
} as const;

export const startMailSeries = endpoint({
  ...steering,
  budget: { ...steering.budget, writeUnits: 14 },
  path: `${path}/{id}/Start`,
  summary: 'Start a series of mails',
  description:
    'From now on people enter it. Who was on its list before does not, unless Members enters the list.',
  example: draft,
});

export const pauseMailSeries = endpoint({
  ...steering,
  path: `${path}/{id}/Pause`,
  summary: 'Pause a series of mails',
  description:
    'Nothing of it is sent; up to 25 mails that are being sent still go out. People still enter it.',
  example: active,
});

export const resumeMailSeries = endpoint({
  ...steering,
  path: `${path}/{id}/Resume`,
  summary: 'Resume a series of mails',
  description:
    'What became due meanwhile is sent now, one step of each person; the delays after it count from then.',
  example: { params: { id: '{{pausedMailSeriesId}}' } },
});

export const endMailSeries = endpoint({
  ...steering,
  path: `${path}/{id}/End`,
  summary: 'End a series of mails',
  description: 'All people leave it, and no one can enter it any more. It cannot be resumed.',
  example: active,
});
