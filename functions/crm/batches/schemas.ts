// What requests and replies say about batches (docs/interface/crm.md#batches).
import * as z from 'zod';
import { pendingCount, rowOf } from '../../../shared/http/rows.ts';
import { idField, textField } from '../fields/fields.ts';
import { OrganizationFieldsRequest } from '../organizations/schemas.ts';
import { PersonFieldsRequest } from '../people/presentation/schemas.ts';

/** The most rows of one request. */
export const MAX_ROWS = 500;

/** What batches write. */
export const batchedRecords = ['people', 'organizations'] as const;
export type BatchedRecords = (typeof batchedRecords)[number];

const rowFields = (what: string) => ({
  id: idField().meta({ description: `The id of the ${what}, where the key is id.` }),
  keyValue: textField(300).meta({
    description: `The value by which the row names its ${what}, where the key is externalId or customField.`,
  }),
});

const PersonBatchRow = PersonFieldsRequest.extend(rowFields('person')).meta({
  id: 'PersonBatchRow',
  description: 'A person to write: only the fields that are sent change.',
});
export type PersonBatchRow = z.output<typeof PersonBatchRow>;

const OrganizationBatchRow = OrganizationFieldsRequest.extend(rowFields('organization')).meta({
  id: 'OrganizationBatchRow',
  description: 'An organization to write: only the fields that are sent change.',
});
export type OrganizationBatchRow = z.output<typeof OrganizationBatchRow>;

const operations = ['create', 'update', 'upsert', 'deactivate'] as const;
const keys = ['id', 'email', 'externalId', 'customField'] as const;
type BatchKey = (typeof keys)[number];

/** How the rows of a batch name their records. */
export interface BatchKeyInput {
  readonly operation: (typeof operations)[number];
  readonly key: BatchKey;
  readonly keyName?: string | null | undefined;
}

/** Whether the key is one of many of its kind, and `keyName` says which. */
export const isNamedKey = (key: BatchKey): boolean => key === 'externalId' || key === 'customField';

/** The request for a batch of records that are named by one of these keys. */
const batchRequest = <K extends BatchKey, T>(allowed: readonly [K, ...K[]], row: z.ZodType<T>) =>
  z
    .object({
      operation: z.enum(operations).meta({
        description:
          'upsert updates the record of the key, and creates one where there is none. Deactivated records keep everything.',
      }),
      key: z
        .enum(allowed)
        .default('id' as never)
        .meta({
          description: `By what a row names its record: the id; ${allowed.some((key) => key === 'email') ? 'any of the email addresses, compared without regard to case, for callers who see all addresses; ' : ''}an id of another system; or a custom field of the kind text, compared without regard to case. create needs none.`,
        }),
      keyName: textField(100).meta({
        description:
          'With the key externalId the system (scheme) that gave the ids, with customField the id of the field. The other keys need none.',
        example: 'membership-system',
      }),
      rows: z.array(rowOf(row)).min(1).max(MAX_ROWS),
    })
    .refine(({ key, keyName }) => keyName || !isNamedKey(key as BatchKey), {
      path: ['keyName'],
      message:
        'keyName is required with the key externalId (the system that gave the ids) and with customField (the id of the field).',
    })
    .refine(({ key, keyName }) => !keyName || isNamedKey(key as BatchKey), {
      path: ['keyName'],
      message: 'keyName is allowed only with the keys externalId and customField.',
    });

export const PeopleBatchRequest = batchRequest(keys, PersonBatchRow).meta({
  id: 'PeopleBatchRequest',
  example: {
    operation: 'upsert',
    key: 'externalId',
    keyName: 'membership-system',
    rows: [{ keyValue: 'M-1024', lastName: 'Vance' }],
  },
});

export const OrganizationsBatchRequest = batchRequest(
  ['id', 'externalId', 'customField'],
  OrganizationBatchRow,
).meta({
  id: 'OrganizationsBatchRequest',
  example: {
    operation: 'upsert',
    key: 'externalId',
    keyName: 'membership-system',
    rows: [{ keyValue: 'O-77', name: 'Rivertown Water' }],
  },
});

const RowFault = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    target: z.string().meta({ example: 'rows[3].email' }),
    value: z.string().nullable().meta({ description: 'What was sent there, at most 200 characters.' }),
  })
  .meta({ id: 'BatchRowFault' });
export type RowFault = z.infer<typeof RowFault>;

const rowStatuses = ['Created', 'Updated', 'Deactivated', 'Unchanged', 'Refused', 'Pending'] as const;

const row = z.int().meta({ description: 'The index of the row, from 0.' });
const BatchRow = z
  .strictObject({
    row,
    id: z.uuid().nullable().meta({ description: 'The id of the record; null where there is none.' }),
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

export const BatchResult = z
  .strictObject({
    batchId: z.uuid().nullable().meta({ description: 'Names the batch; null in a dry run.' }),
    ...counts,
    pending: pendingCount,
    results: z.array(BatchRow),
  })
  .meta({ id: 'BatchResult' });

const UndoRow = z
  .strictObject({
    row,
    id: z.uuid(),
    status: z.enum(['Undone', 'NotUndone', 'Pending']),
    message: z.string().meta({ description: 'What was done, or why nothing was.' }),
  })
  .meta({ id: 'BatchUndoRow' });
export type UndoRow = z.infer<typeof UndoRow>;

export const Batch = z
  .strictObject({
    batchId: z.uuid(),
    records: z.enum(batchedRecords).meta({ description: 'What it wrote.' }),
    operation: z.enum(operations),
    key: z.enum(keys),
    keyName: z.string().nullable().meta({ description: 'The system or the field of the key.' }),
    rowCount: count.meta({
      description: 'Rows that were sent; a batch with pending rows has fewer results.',
    }),
    createdDate: z.iso.datetime(),
    undoUntil: z.iso.datetime(),
    ...counts,
    results: z.array(BatchRow),
    undo: z.array(UndoRow).meta({ description: 'What an undo did, by row.' }),
  })
  .meta({ id: 'Batch', description: 'A batch and its results so far.' });

export const BatchUndo = z
  .strictObject({
    batchId: z.uuid(),
    undone: count,
    notUndone: count,
    pending: pendingCount,
    results: z.array(UndoRow),
  })
  .meta({ id: 'BatchUndo' });
