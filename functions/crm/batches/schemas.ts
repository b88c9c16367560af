// What requests and replies say about batches (docs/interface/crm.md#batches).
import * as z from 'zod';
import { rowOf } from '../../../shared/http/rows.ts';
import { idField, textField } from '../fields.ts';
import { PersonFieldsRequest } from '../people/schemas.ts';

/** The most rows of one request. */
const MAX_ROWS = 500;

const PersonBatchRow = PersonFieldsRequest.extend({
  id: idField().meta({ description: 'The id of the person, where the key is id.' }),
  keyValue: textField(300).meta({
    description: 'The value by which the row names its person, where the key is externalId or customField.',
  }),
}).meta({ id: 'PersonBatchRow', description: 'A person to write: only the fields that are sent change.' });
export type PersonBatchRow = z.output<typeof PersonBatchRow>;

const operations = ['create', 'update', 'upsert', 'deactivate'] as const;
const keys = ['id', 'email', 'externalId', 'customField'] as const;

/** Whether the key is one of many of its kind, and `keyName` says which. */
export const isNamedKey = (key: (typeof keys)[number]): boolean =>
  key === 'externalId' || key === 'customField';

export const PeopleBatchRequest = z
  .object({
    operation: z.enum(operations).meta({
      description:
        'upsert updates the person of the key, and creates one where there is none. Deactivated people keep all records.',
    }),
    key: z.enum(keys).default('id').meta({
      description:
        'By what a row names its person: the id; any of the email addresses, compared without regard to case, for callers who see all addresses; an id of another system; or a custom field of the kind text, compared without regard to case. create needs none.',
    }),
    keyName: textField(100).meta({
      description:
        'With the key externalId the system (scheme) that gave the ids, with customField the id of the field. The other keys need none.',
      example: 'membership-system',
    }),
    rows: z.array(rowOf(PersonBatchRow)).min(1).max(MAX_ROWS),
  })
  .refine(({ key, keyName }) => keyName || !isNamedKey(key), {
    path: ['keyName'],
    message:
      'keyName is required with the key externalId (the system that gave the ids) and with customField (the id of the field).',
  })
  .refine(({ key, keyName }) => !keyName || isNamedKey(key), {
    path: ['keyName'],
    message: 'keyName is allowed only with the keys externalId and customField.',
  })
  .meta({
    id: 'PeopleBatchRequest',
    example: {
      operation: 'upsert',
      key: 'externalId',
      keyName: 'membership-system',
      rows: [{ keyValue: 'M-1024', lastName: 'Vance' }],
    },
  });
export type PeopleBatchInput = Pick<z.output<typeof PeopleBatchRequest>, 'operation' | 'key' | 'keyName'>;

const RowFault = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    target: z.string().meta({ example: 'rows[3].email' }),
    value: z.string().nullable().meta({ description: 'What was sent there, at most 200 characters.' }),
  })
  .meta({ id: 'BatchRowFault' });
export type RowFault = z.infer<typeof RowFault>;

const rowStatuses = ['Created', 'Updated', 'Deactivated', 'Unchanged', 'Refused'] as const;

const row = z.int().meta({ description: 'The index of the row, from 0.' });
const BatchRow = z
  .strictObject({
    row,
    id: z.uuid().nullable().meta({ description: 'The id of the person; null where there is none.' }),
    status: z.enum(rowStatuses),
    faults: z.array(RowFault).optional().meta({ description: 'Everything wrong with a refused row.' }),
  })
  .meta({ id: 'BatchRow' });
export type BatchRow = z.infer<typeof BatchRow>;

const count = z.int().min(0);
const counts = {
  created: count,
  updated: count,
  deactivated: count,
  unchanged: count,
  refused: count,
} as const;

export const PeopleBatch = z
  .strictObject({
    batchId: z.uuid().nullable().meta({ description: 'Names the batch; null in a dry run.' }),
    ...counts,
    results: z.array(BatchRow),
  })
  .meta({ id: 'PeopleBatch' });

const UndoRow = z
  .strictObject({
    row,
    id: z.uuid(),
    status: z.enum(['Undone', 'NotUndone']),
    message: z.string().meta({ description: 'What was done, or why nothing was.' }),
  })
  .meta({ id: 'BatchUndoRow' });
export type UndoRow = z.infer<typeof UndoRow>;

export const Batch = z
  .strictObject({
    batchId: z.uuid(),
    operation: z.enum(operations),
    key: z.enum(keys),
    keyName: z.string().nullable().meta({ description: 'The system or the field of the key.' }),
    rowCount: count.meta({ description: 'Rows that were sent; an interrupted batch has fewer results.' }),
    createdDate: z.iso.datetime(),
    undoUntil: z.iso.datetime(),
    ...counts,
    results: z.array(BatchRow),
    undo: z.array(UndoRow).meta({ description: 'What an undo did, by row.' }),
  })
  .meta({ id: 'Batch', description: 'A batch and its results so far.' });

export const BatchUndo = z
  .strictObject({ batchId: z.uuid(), undone: count, notUndone: count, results: z.array(UndoRow) })
  .meta({ id: 'BatchUndo' });
