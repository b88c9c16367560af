// The steps of a series (docs/interface/communication.md#series).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { MailSeries, MailSeriesStepRequest } from '../schemas.ts';

/** So many steps has a series at most. */
export const MAX_STEPS = 10;

const writing = {
  ...({ area: 'crm', tags: ['Communication'] } as const),
  access: { permission: 'crm.communication.write', token: 'required' },
  also: ['crm.communication.send'],
} as const;
const series = { description: 'The series.', body: MailSeries };
const id = z.guid().toLowerCase().meta({ description: 'The id of the series.' });
const stepId = z.guid().toLowerCase().meta({ description: 'The id of the step.' });
const path = '/api/v1/MailSeries/{id}/Steps';
const body = { name: 'Good to know', templateId: '{{messageTemplateId}}', delayDays: 7 } as const;
const step = { params: { id: '{{draftMailSeriesId}}', stepId: '{{mailSeriesStepId}}' } } as const;
const refuses = ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'] as const;

export const addMailSeriesStep = endpoint({
  ...writing,
  method: 'POST',
  path,
  summary: 'Add a step to a series of mails',
  description: `A mail with its delay; a series has at most ${MAX_STEPS}. Its texts are checked as those of a template are. Who is behind its place does not get it. Once the series was started this takes crm.communication.send.`,
  params: z.object({ id }),
  body: MailSeriesStepRequest,
  responses: { 200: series },
  refuses: [...refuses],
  ifMatch: 'ignored',
  budget: { roundTrips: 10, readUnits: 40, writeUnits: 22 },
  example: { params: { id: '{{draftMailSeriesId}}' }, body },
});

export const updateMailSeriesStep = endpoint({
  ...writing,
  method: 'PUT',
  path: `${path}/{stepId}`,
  summary: 'Update a step of a series of mails',
  description:
    'Replaces its texts, its delay and its place, for everybody who has not reached it. Once the series was started this takes crm.communication.send.',
  params: z.object({ id, stepId }),
  body: MailSeriesStepRequest,
  responses: { 200: series },
  refuses: [...refuses],
  ifMatch: 'ignored',
  budget: { roundTrips: 10, readUnits: 40, writeUnits: 22 },
  example: { ...step, body },
});

export const removeMailSeriesStep = endpoint({
  ...writing,
  method: 'DELETE',
  path: `${path}/{stepId}`,
  summary: 'Remove a step of a series of mails',
  description:
    'Who waits for it waits for the next one. Once the series was started this takes crm.communication.send.',
  params: z.object({ id, stepId }),
  responses: { 200: series },
  refuses: [...refuses],
  ifMatch: 'ignored',
  budget: { roundTrips: 9, readUnits: 40, writeUnits: 22 },
  example: step,
});
