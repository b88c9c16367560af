// Pictures for messages (docs/interface/communication.md#pictures).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { Bytes } from '../../../../shared/http/bytes.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { fileContent, MAX_FILE_BODY_BYTES, MAX_FILE_BYTES } from '../../../../shared/http/file-content.ts';
import { MAX_MAIL_IMAGE_BYTES } from '../../../../shared/images/mail-image-bounds.ts';
import { wholeListQuery, wholeListSchema } from '../../committees/whole-list.ts';

const MessageImage = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Logo' }),
    contentType: z.enum(['image/jpeg', 'image/png']),
    width: z.int().meta({ description: 'In pixels, as it is stored.' }),
    height: z.int(),
    size: z.int().meta({ description: 'In bytes.' }),
    address: z.string().meta({
      description: 'Its public address, for the src of mj-image. It stays the same and does not expire.',
    }),
    ...auditFields,
  })
  .omit({ isActive: true })
  .meta({ id: 'MessageImage', description: 'A picture for messages.' });

/** The smallest PNG: one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const shared = { area: 'crm', tags: ['Communication'] } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;

export const listMessageImages = endpoint({
  ...shared,
  access: { permission: 'crm.communication.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/MessageImages',
  summary: 'List pictures for messages',
  description: 'By name.',
  query: wholeListQuery({}),
  responses: {
    200: {
      description: 'A page of pictures.',
      body: wholeListSchema(MessageImage).meta({ id: 'MessageImagePage' }),
    },
  },
  budget: { roundTrips: 2, readUnits: 8 },
  example: { query: { pageSize: 10 } },
});

export const createMessageImage = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/MessageImages',
  summary: 'Upload a picture for messages',
  description: `It is checked by its content, turned upright, scaled to at most 1200 pixels and stored without metadata: a PNG as PNG, a JPEG as JPEG, with at most ${MAX_MAIL_IMAGE_BYTES} bytes then.`,
  body: z
    .object({
      name: z.string().trim().min(1).max(120).meta({ example: 'Logo' }),
      content: fileContent('save the picture in a smaller size').meta({
        description: `A JPEG or PNG in base64, at most ${MAX_FILE_BYTES} bytes and 4096 x 3072 pixels of it.`,
        example: onePixel,
      }),
    })
    .meta({ id: 'MessageImageRequest' }),
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  responses: {
    201: {
      description: 'The picture.',
      body: MessageImage,
      headers: { Location: 'The public address of the picture.' },
    },
  },
  refuses: ['CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 10, writeUnits: 8 },
  example: { body: { name: 'Logo', content: onePixel } },
});

export const deleteMessageImage = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v1/MessageImages/{imageId}',
  summary: 'Delete a picture for messages',
  description:
    'Refused while a template or a broadcast that is not over names it. Mails that were sent show it no longer.',
  params: z.object({ imageId: z.guid().meta({ description: 'The id of the picture.' }) }),
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 6, readUnits: 30, writeUnits: 10 },
  example: { params: { imageId: '{{unusedMessageImageId}}' } },
});

export const getMessageImage = endpoint({
  ...shared,
  access: 'public',
  method: 'GET',
  path: '/api/v1/MailImages/{tenantCode}/{token}',
  summary: 'Show a picture of a message',
  description: 'What mails name: without a header or a login, for as long as the picture is there.',
  params: z.object({
    tenantCode: z.string(),
    token: z.string().max(200).meta({ description: 'The part of the address that nobody can guess.' }),
  }),
  responses: {
    200: {
      description: 'The picture.',
      body: Bytes,
      contentType: 'image/png',
      alsoAs: { 'image/jpeg': Bytes },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 140 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{messageImageToken}}' } },
});
