// Broadcasts (docs/interface/communication.md#broadcasts).
import * as z from 'zod';
import {
  broadcastStates,
  clocks,
  figureNames,
  followedRecipients,
} from '../../../../shared/broadcasts/broadcast.ts';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalInteger } from '../../../../shared/http/lenient.ts';
import { filterRulesWithCustomFields } from '../../../../shared/lists/filter-rules.ts';
import { peopleFilterFields } from '../../../../shared/people-filter/people-filter.ts';
import { localMinute } from '../../../../shared/time/moment-schemas.ts';
import { idField } from '../../fields/fields.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';
import { messageFields, messageWarnings, RenderedMessageView } from '../message-templates/contract.ts';
import { SendWhenView } from './waiting/schemas.ts';

const MAX_LISTS = 20;
/** Their mails are written in one transaction. */
export const MAX_COLLEAGUES = 10;
const ids = z
  .array(z.guid().toLowerCase())
  .max(MAX_LISTS)
  .nullish()
  .transform((sent) => [...new Set(sent)]);

const earlierId = z.guid().toLowerCase();
const FollowUpView = z
  .strictObject({
    broadcastId: z.uuid(),
    recipients: z.enum(followedRecipients).meta({
      description:
        'Which of them: not-opened and not-clicked are those who got the mail and, as far as is known, did not.',
    }),
  })
  .meta({ id: 'BroadcastFollowUp' });
const ExcludedView = z
  .strictObject({
    ...{ listIds: z.array(z.uuid()), groupIds: z.array(z.uuid()), broadcastIds: z.array(z.uuid()) },
  })
  .meta({ id: 'BroadcastExclusions' });

const count = z.int().min(0);
export const FiguresView = z
  .strictObject({
    ...Object.fromEntries(figureNames.map((name) => [name, count])),
    waiting: count,
    reasons: z.record(z.string(), count).meta({
      description: 'Who gets no mail, by reason.',
      example: { 'opted-out': 1 },
    }),
  })
  .meta({
    id: 'BroadcastFigures',
    description:
      'Each recipient is waiting, sent, skipped or failed. opened, openedByMachine and clicked are 0 unless the broadcast tracks them; openedByMachine are those of whom only the open of a program is known.',
  });

const AttachmentView = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    contentType: z.string(),
    size: z.int().min(0).meta({ description: 'Bytes.' }),
  })
  .meta({ id: 'BroadcastAttachment' });

const BroadcastEntry = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  status: z.enum(broadcastStates),
  listIds: z.array(z.uuid()),
  groupIds: z.array(z.uuid()),
  filterBody: z.record(z.string(), z.unknown()).nullable(),
  followUp: FollowUpView.nullable(),
  excluded: ExcludedView,
  campaignId: z.uuid().nullable().meta({
    description: 'The campaign of bill tracking whose invitation it is; it has the texts.',
  }),
  seriesId: z.uuid().nullable().meta({ description: 'The series of which it is a step.' }),
  topicId: z.uuid().nullable(),
  replyTo: z.string().nullable(),
  perHour: z.int().nullable(),
  oncePerAddress: z.boolean(),
  tracksOpens: z.boolean(),
  tracksClicks: z.boolean(),
  sendAt: z.string().nullable().meta({ description: 'The local time at which it is sent; null: at once.' }),
  clock: z.enum(clocks).nullable(),
  dueDate: z.iso.datetime().nullable().meta({ description: 'When the first mail may be sent.' }),
  completedDate: z.iso.datetime().nullable(),
  archiveUrl: z.string().nullable().meta({
    description: 'Its page in the public archive; null where it is not there.',
  }),
  pausedReason: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedDate: z.iso.datetime().nullable(),
  sendWhen: SendWhenView.nullable(),
  createdBy: z.string().nullable(),
  sentBy: z.string().nullable(),
  ...auditFields,
});
export const Broadcast = BroadcastEntry.omit({ isActive: true })
  .extend({
    ...{ mjml: z.string(), text: z.string().nullable(), figures: FiguresView },
    attachments: z.array(AttachmentView).meta({ description: 'The files that go with every mail.' }),
    htmlBytes: z.int().min(0).nullable().meta({
      description: 'The bytes of the HTML as it is sent to a sample recipient, counted links included.',
    }),
    warnings: messageWarnings,
  })
  .meta({ id: 'Broadcast', description: 'One message to many people.' });
const BroadcastEntryView = BroadcastEntry.omit({ isActive: true }).meta({ id: 'BroadcastEntry' });

/** When a broadcast is sent, at once by default. */
export const SendBroadcastRequest = z
  .object({
    sendAt: localMinute
      .nullish()
      .meta({ description: 'A local time in the future.', example: '2030-03-01T09:00' }),
    clock: z.enum(clocks).nullish().meta({ description: 'Whose clock sendAt is. Default: tenant.' }),
  })
  .meta({ id: 'SendBroadcastRequest' });

const fields = {
  name: z.string().trim().min(1).max(120).meta({ example: 'Spring meeting' }),
  templateId: idField().meta({
    description: 'The template whose texts it gets now; or subject and mjml are sent.',
  }),
  subject: messageFields.subject.optional(),
  mjml: messageFields.mjml.optional(),
  text: messageFields.text,
  listIds: ids.meta({ description: 'The mailing lists it is sent to.' }),
  groupIds: ids.meta({
    description:
      'The groups it is sent to: who is a member when it is sent, as far as the caller sees the groups now.',
  }),
  filterBody: z
    .strictObject({ filterRules: filterRulesWithCustomFields(peopleFilterFields) })
    .meta({ id: 'BroadcastFilter' })
    .nullish()
    .meta({ description: 'Everybody active who passes these rules, in addition to the lists and groups.' }),
  followUp: z
    .strictObject({
      broadcastId: earlierId.meta({ description: 'A broadcast that was sent.' }),
      recipients: z.enum(followedRecipients),
    })
    .meta({ id: 'BroadcastFollowUpRequest' })
    .nullish()
    .meta({
      description:
        'Recipients of an earlier broadcast, in addition to the lists, groups and filter: all who got it, or those who opened it or clicked in it, or did not. It must count what is asked for.',
    }),
  excluded: z
    .strictObject({ listIds: ids, groupIds: ids, broadcastIds: ids })
    .meta({ id: 'BroadcastExclusionsRequest' })
    .nullish()
    .meta({
      description:
        'Who gets no mail although they are in the audience: people on these lists, members of these groups, and who got one of these broadcasts or will get it.',
    }),
  topicId: idField().meta({ description: 'Whoever does not want the topic does not get it.' }),
  replyTo: z
    .email()
    .max(254)
    .nullish()
    .transform((address) => address ?? undefined)
    .meta({ description: 'The address that answers go to.', example: 'office@association.example' }),
  perHour: optionalInteger(1, 1_000_000).meta({ description: 'So many mails an hour at most.' }),
  oncePerAddress: optionalBoolean().meta({
    description: 'Whether people who share an address get it once. Default: true.',
  }),
  tracksOpens: optionalBoolean().meta({ description: 'Whether opens are counted. Default: false.' }),
  tracksClicks: optionalBoolean().meta({ description: 'Whether clicks are counted. Default: false.' }),
};
const BroadcastRequest = z
  .object(fields)
  .refine(({ templateId, subject, mjml }) => templateId || (subject !== undefined && mjml !== undefined), {
    path: ['templateId'],
    message: 'Send templateId, or subject and mjml.',
  })
  .refine(
    ({ listIds, groupIds, filterBody, followUp }) =>
      listIds.length + groupIds.length > 0 || filterBody || followUp,
    {
      path: ['listIds'],
      message: 'Send listIds, groupIds, filterBody or followUp: a broadcast needs recipients.',
    },
  )
  .meta({
    id: 'BroadcastRequest',
    example: {
      name: 'Spring meeting',
      templateId: '3aeebd85-a62d-5b18-9c12-ca96a4142ddf',
      listIds: ['80e680f3-748a-5479-8f9c-5d56eb341dfb'],
    },
  });
export type BroadcastInput = z.output<typeof BroadcastRequest>;

const shared = { area: 'crm', tags: ['Communication'] } as const;
const reading = { ...shared, access: { permission: 'crm.communication.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;
/** Filters about the users of people need another permission, and so do groups that not everybody sees. */
const addressing = {
  ...writing,
  access: { ...writing.access, some: 'identity.permissions.read' },
  also: ['crm.groups.read', 'crm.groups.write'],
} as const;
const sending = { ...shared, access: { permission: 'crm.communication.send', token: 'required' } } as const;
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the broadcast.' }) });
const broadcast = { description: 'The broadcast.', body: Broadcast };
const draft = { params: { id: '{{draftBroadcastId}}' } } as const;
const exampleBody = {
  name: 'Spring meeting',
  templateId: '{{messageTemplateId}}',
  listIds: ['{{mailingListId}}'],
} as const;

export const listBroadcasts = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/Broadcasts',
  summary: 'List broadcasts',
  description: 'The latest first, without texts and numbers.',
  query: searchQuery,
  responses: {
    200: {
      description: 'A page of broadcasts.',
      body: searchPageSchema(BroadcastEntryView).meta({ id: 'BroadcastPage' }),
    },
  },
  budget: { roundTrips: 2, readUnits: 12 },
  example: { query: { pageSize: 10 } },
});

export const createBroadcast = endpoint({
  ...addressing,
  method: 'POST',
  path: '/api/v1/Broadcasts',
  summary: 'Create a draft of a broadcast',
  description: 'Nothing is sent before Send. Its texts are checked as those of a template are.',
  body: BroadcastRequest,
  responses: { 201: { ...broadcast, headers: { Location: 'The URL of the broadcast.' } } },
  refuses: ['PERMISSION_DENIED'],
  budget: { roundTrips: 6, readUnits: 20, writeUnits: 16 },
  example: { body: exampleBody },
});

export const getBroadcast = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/Broadcasts/{id}',
  summary: 'Get a broadcast',
  description: 'With its texts and its numbers so far.',
  params: byId,
  responses: { 200: broadcast },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 24 },
  example: { params: { id: '{{broadcastId}}' } },
});

export const updateBroadcast = endpoint({
  ...addressing,
  method: 'PUT',
  path: '/api/v1/Broadcasts/{id}',
  also: [...addressing.also, 'crm.communication.send'],
  summary: 'Update a draft of a broadcast',
  description:
    'Replaces all fields: what is not sent gets its default. A draft that waits for an event goes on waiting; one that is then sent without a release takes crm.communication.send. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: BroadcastRequest,
  responses: { 200: broadcast },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 7, readUnits: 24, writeUnits: 9 },
  example: { ...draft, body: exampleBody },
});

export const copyBroadcast = endpoint({
  ...addressing,
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Copy',
  summary: 'Copy a broadcast',
  description:
    'Into a new draft with its texts, its lists, groups and filter, and its settings. They are checked as those of a new draft are: a list that is inactive by now is refused. A mail of a series is copied with the list of the series; without one it is refused.',
  params: byId,
  body: z
    .object({
      name: z.string().trim().min(1).max(120).nullish().meta({
        description: 'The name of the copy. Default: that of the original, and "(copy)".',
        example: 'Autumn meeting',
      }),
    })
    .meta({ id: 'CopyBroadcastRequest' }),
  responses: { 201: { ...broadcast, headers: { Location: 'The URL of the copy.' } } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  ifMatch: 'ignored',
  budget: { roundTrips: 7, readUnits: 28, writeUnits: 16 },
  example: { params: { id: '{{broadcastId}}' }, body: { name: 'Autumn meeting' } },
});

export const deleteBroadcast = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v1/Broadcasts/{id}',
  summary: 'Delete a draft of a broadcast',
  params: byId,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 16 },
  example: draft,
});

export const previewBroadcast = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Preview',
  summary: 'Preview a broadcast',
  description: 'As a person gets it. Nothing is sent or stored.',
  params: byId,
  body: z
    .object({ personId: idField().meta({ description: 'The recipient; an invented one by default.' }) })
    .meta({ id: 'BroadcastPreviewRequest' }),
  responses: { 200: { description: 'The message.', body: RenderedMessageView } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 28 },
  example: { ...draft, body: { personId: '{{personId}}' } },
});

export const testBroadcast = endpoint({
  ...sending,
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Test',
  summary: 'Send a broadcast to yourself and colleagues',
  description:
    'One mail with [Test] before its subject to the address of the caller, and one to each colleague, filled in for a person. Its links lead nowhere, and it is not counted.',
  params: byId,
  body: z
    .object({
      personId: idField().meta({ description: 'For whom it is filled in; an invented one by default.' }),
      colleagueIds: z
        .array(z.guid().toLowerCase())
        .max(MAX_COLLEAGUES)
        .nullish()
        .transform((sent) => [...new Set(sent)])
        .meta({
          description:
            'People who get it too: users of the tenant who may read broadcasts. They are sent no other mail than this one, whatever they decided about broadcasts.',
        }),
    })
    .meta({ id: 'BroadcastTestRequest' }),
  responses: {
    202: {
      description: 'The mail is on its way.',
      body: z
        .strictObject({
          to: z.string().meta({ description: 'The address of the caller.' }),
          colleagueIds: z.array(z.uuid()).meta({ description: 'Who gets it too.' }),
        })
        .meta({ id: 'BroadcastTestSent' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 8, readUnits: 32, writeUnits: 36 },
  example: { ...draft, body: { personId: '{{personId}}' } },
});

export const sendBroadcast = endpoint({
  ...sending,
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Send',
  summary: 'Send a broadcast',
  description:
    "At once, or at a local time of the tenant's clock or of each recipient's, which is that of the state in the address. Who is on a list and who gets no mail is decided when it is sent.",
  params: byId,
  body: SendBroadcastRequest,
  responses: { 202: broadcast },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 7, readUnits: 24, writeUnits: 16 },
  example: { ...draft, body: { sendAt: '2099-03-01T09:00', clock: 'recipient' } },
});

export const approveBroadcast = endpoint({
  ...shared,
  access: { permission: 'crm.communication.approve', token: 'required' },
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Approve',
  summary: 'Approve a draft of a broadcast',
  description:
    'By a person who did not write or change it. Where the settings of mail ask for it, a broadcast is sent only then. Every change of the draft takes the approval back. Send the ETag as If-Match, so that what was read is approved.',
  params: byId,
  body: z
    .object({
      isApproved: optionalBoolean().meta({
        description: 'false takes the approval back. Default: true.',
        example: true,
      }),
    })
    .meta({ id: 'ApproveBroadcastRequest' }),
  responses: { 200: broadcast },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 24, writeUnits: 6 },
  example: { ...draft, body: { isApproved: true } },
});

const steering = {
  ...sending,
  method: 'POST',
  params: byId,
  responses: { 200: broadcast },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 24, writeUnits: 10 },
} as const;

export const pauseBroadcast = endpoint({
  ...steering,
  path: '/api/v1/Broadcasts/{id}/Pause',
  summary: 'Pause a broadcast',
  description: 'Up to 25 mails that are being sent still go out.',
  example: { params: { id: '{{scheduledBroadcastId}}' } },
});

export const resumeBroadcast = endpoint({
  ...steering,
  path: '/api/v1/Broadcasts/{id}/Resume',
  summary: 'Resume a broadcast',
  description: 'It goes on where it was paused; nobody gets it twice.',
  example: { params: { id: '{{pausedBroadcastId}}' } },
});

export const cancelBroadcast = endpoint({
  ...steering,
  budget: { ...steering.budget, writeUnits: 22 },
  path: '/api/v1/Broadcasts/{id}/Cancel',
  summary: 'Cancel a broadcast',
  description: 'Whoever has not got it by then never gets it. It cannot be resumed.',
  example: { params: { id: '{{scheduledBroadcastId}}' } },
});
