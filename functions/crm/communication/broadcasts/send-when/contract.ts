// Drafts that wait for an event (docs/interface/communication.md#drafts-that-wait-for-an-event).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { Broadcast, SendBroadcastRequest } from '../contract.ts';
import { SendWhenRequest } from '../waiting/schemas.ts';

const shared = { area: 'crm', tags: ['Communication'] } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;
const sending = { ...shared, access: { permission: 'crm.communication.send', token: 'required' } } as const;
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the broadcast.' }) });
const broadcast = { description: 'The broadcast.', body: Broadcast };
const path = '/api/v1/Broadcasts/{id}/SendWhen';

export const setBroadcastSendWhen = endpoint({
  ...writing,
  access: { ...writing.access, others: 'crm.communication.send', some: 'crm.committees.read' },
  also: ['billtracking.bills.read'],
  method: 'PUT',
  path,
  summary: 'Have a draft wait for an event',
  description:
    'Until a hearing of a bill is scheduled, or a seat of a committee is vacant: one that was not there before this request. Then the draft is ready, its author gets a mail, and Release sends it. Bills and committees that the caller may not read are unknown.',
  params: byId,
  body: SendWhenRequest,
  responses: { 200: broadcast },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 9, readUnits: 40, writeUnits: 24 },
  example: {
    params: { id: '{{draftBroadcastId}}' },
    body: { event: 'seat-vacant', committeeId: '{{committeeId}}' },
  },
});

export const removeBroadcastSendWhen = endpoint({
  ...writing,
  method: 'DELETE',
  path,
  summary: 'End that a draft waits for an event',
  description: 'It is a draft as before. One that is ready is not sent.',
  params: byId,
  responses: { 204: { description: 'It is a draft.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 20 },
  example: { params: { id: '{{waitingBroadcastId}}' } },
});

export const releaseBroadcast = endpoint({
  ...sending,
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Release',
  summary: 'Release a draft that is ready',
  description:
    'Sends a draft whose event is there, at once or at a local time, as Send does. A draft that still waits is refused, and so is one whose event is over or was cancelled meanwhile; Send sends it without its event.',
  params: byId,
  body: SendBroadcastRequest,
  responses: { 202: broadcast },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 9, readUnits: 24, writeUnits: 18 },
  example: { params: { id: '{{readyBroadcastId}}' }, body: {} },
});
