// Attachments of broadcasts (docs/interface/communication.md#attachments).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { fileContent, MAX_FILE_BODY_BYTES, MAX_FILE_BYTES } from '../../../../../shared/http/file-content.ts';
import { Broadcast } from '../contract.ts';

const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the broadcast.' }) });

const AttachmentRequest = z
  .object({
    name: z.string().trim().min(1).max(120).optional().meta({
      description:
        'The name of the file, which gets the extension of its type. Required, but for a continuation.',
      example: 'program.pdf',
    }),
    content: fileContent('send the rest as a continuation').meta({
      description: `A PDF, JPEG or PNG in base64, at most ${MAX_FILE_BYTES} bytes of it. Its type is read from its content.`,
    }),
    continues: z.guid().toLowerCase().optional().meta({
      description:
        'The id of an attached file of which these are the next bytes: a larger file takes several requests.',
    }),
  })
  .meta({ id: 'BroadcastAttachmentRequest' });

const shared = {
  area: 'crm',
  tags: ['Communication'],
  access: { permission: 'crm.communication.write', token: 'required' },
  also: ['crm.communication.send'],
  responses: { 200: { description: 'The broadcast.', body: Broadcast } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
} as const;

export const addBroadcastAttachment = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Attachments',
  summary: 'Attach a file to a draft of a broadcast',
  description:
    'It goes with every mail. A broadcast may have 10 files, of 5,000,000 bytes together. An approval of the draft is taken back. A draft that is sent without a release takes crm.communication.send.',
  params: byId,
  body: AttachmentRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  budget: { roundTrips: 5, readUnits: 24, writeUnits: 14 },
  example: {
    params: { id: '{{draftBroadcastId}}' },
    body: { name: 'program.pdf', content: 'JVBERi0xLjQKJSVFT0YK' },
  },
});

export const removeBroadcastAttachment = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Broadcasts/{id}/Attachments/{attachmentId}',
  summary: 'Remove a file from a draft of a broadcast',
  description:
    'An approval of the draft is taken back. A draft that is sent without a release takes crm.communication.send.',
  params: byId.extend({
    attachmentId: z.guid().toLowerCase().meta({ description: 'The id of the file.' }),
  }),
  budget: { roundTrips: 5, readUnits: 24, writeUnits: 14 },
  example: {
    params: { id: '{{draftBroadcastId}}', attachmentId: '{{broadcastAttachmentId}}' },
  },
});
