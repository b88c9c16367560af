// The change feed: reads the changes after a cursor.
import * as z from 'zod';
import { topicNames } from '../../../shared/change-feed/topics.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { integerWithDefault, optionalText } from '../../../shared/http/lenient.ts';

const ChangeEvent = z
  .strictObject({
    specversion: z.literal('1.0'),
    id: z.string().meta({ description: 'Time-ordered; also the cursor from which to continue.' }),
    source: z.string().meta({ example: '/tenants/demo' }),
    type: z.string().meta({ example: 'person.updated' }),
    subject: z.string().meta({ description: 'The id of the record that changed.' }),
    time: z.iso.datetime(),
    datacontenttype: z.literal('application/json'),
    data: z.strictObject({
      version: z.int().optional().meta({ description: 'The version after the change.' }),
      fields: z.array(z.string()).meta({ description: 'Names of the fields that changed.' }),
      belongsTo: z
        .array(z.strictObject({ type: z.string(), id: z.string() }))
        .optional()
        .meta({
          description: 'Records it belongs to, such as the committee and the person of a membership.',
        }),
      states: z
        .record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() }))
        .optional()
        .meta({
          description:
            'The states that changed, with their values before and after, such as the status of a registration; null for none.',
        }),
      notice: z
        .strictObject({
          type: z.string(),
          title: z.string(),
          text: z.string(),
          recordId: z.string().optional(),
        })
        .optional()
        .meta({
          description: 'Of `event-notices`: what a screen shows of the delivery, without reading it.',
        }),
    }),
  })
  .meta({ id: 'ChangeEvent', description: 'A CloudEvents 1.0 envelope of one change.' });

export const listChanges = endpoint({
  area: 'crm',
  method: 'GET',
  path: '/api/v1/Changes',
  summary: 'Read the change feed',
  description:
    'Changes of the records that the caller may read, oldest first, a few seconds after they happened. Store the cursor of the last page and send it with the next request: no change is skipped or repeated.',
  tags: ['Changes'],
  query: z.object({
    after: optionalText(100).meta({
      description: 'The cursor of an earlier page; without it, the feed begins at its first change.',
    }),
    limit: integerWithDefault(100, 1, 500).meta({
      description:
        'How many changes to read. A page shows those of them that were requested and may be read, and may be empty while more follow.',
    }),
    topics: optionalText(5_000).meta({
      description: `Only changes of these topics, separated by commas: ${topicNames.map((topic) => `\`${topic}\``).join(', ')}, and \`{type}/{id}\` for one record with what belongs to it, such as \`committee/{id}\`. Each needs the permission to read the records.`,
      examples: ['people,committee/44cec1c0-e54f-5438-acf5-0e7c02016ae1'],
    }),
  }),
  responses: {
    200: {
      description: 'The next changes; an empty list when there are none yet.',
      body: z
        .strictObject({
          data: z.array(ChangeEvent),
          cursor: z
            .string()
            .nullable()
            .meta({ description: 'The cursor for the next request; null while the feed is empty.' }),
          hasMore: z.boolean(),
        })
        .meta({ id: 'ChangePage' }),
    },
  },
  access: { permission: 'crm.changes.read', token: 'required' },
  also: ['crm.people.read'],
  budget: { roundTrips: 3, readUnits: 7 },
  example: { query: { limit: 2 } },
});
