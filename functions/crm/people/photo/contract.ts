// Photos of people (docs/interface/crm.md#photos).
import * as z from 'zod';
import { Person } from '../../../../shared/directory/people/person.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { fileContent, MAX_FILE_BODY_BYTES, MAX_FILE_BYTES } from '../../../../shared/http/file-content.ts';

const shared = {
  area: 'crm',
  tags: ['People'],
  path: '/api/v1/people/{id}/Photo',
  access: { permission: 'own', others: 'crm.people.write', token: 'required' },
  params: z.object({ id: z.guid().meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'The person.', body: Person } },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
} as const;

/** The smallest PNG: one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const PhotoRequest = z
  .object({
    content: fileContent('save the picture in a smaller size').meta({
      description: `A JPEG or PNG in base64, at most ${MAX_FILE_BYTES} bytes and 4096 x 3072 pixels of it.`,
      example: onePixel,
    }),
  })
  .meta({ id: 'PhotoRequest' });

export const putPhoto = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Upload a photo',
  description:
    'Sets or replaces the photo of a person; everybody may set their own. It is checked by its content, turned upright, scaled to at most 512 pixels and stored as a JPEG without metadata. imageThumbUrl is then a link to it, which is valid until the end of the next day (UTC).',
  body: PhotoRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 12 },
  example: { params: { id: '{{personId}}' }, body: { content: onePixel } },
});

export const deletePhoto = endpoint({
  ...shared,
  method: 'DELETE',
  summary: 'Remove a photo',
  description: 'Links to the photo lead nowhere at once. Nothing happens where the person has no photo.',
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 7 },
  example: { params: { id: '{{personId}}' } },
});
