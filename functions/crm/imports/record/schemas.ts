// What requests and replies say about imports (docs/interface/crm.md#imports).
import * as z from 'zod';
import { fileContent, MAX_FILE_BYTES } from '../../../../shared/http/file-content.ts';
import { optionalText } from '../../../../shared/http/lenient.ts';
import { dateOrders } from '../../../../shared/import/rows/dates.ts';
import { pageSchema } from '../../lists/list.ts';

export const importKinds = [
  'people',
  'organizations',
  'committees',
  'memberships',
  'mail-decisions',
] as const;
export type ImportKind = (typeof importKinds)[number];

const importStates = ['uploading', 'reading', 'ready', 'checking', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

export const MAX_PARTS = 200;

const content = fileContent('larger files are uploaded in parts');

const kind = z.enum(importKinds).meta({
  description:
    'What the rows of the file are. Memberships are seats of people in committees that exist; mail-decisions are opt-outs, bounces, complaints and consents of a former mail system.',
});

export const ImportRequest = z
  .object({
    kind,
    fileName: z.string().trim().min(1).max(200).meta({ example: 'members.csv' }),
    source: optionalText(50)
      .refine((name) => name === undefined || /^[a-z0-9][a-z0-9-]*$/.test(name), {
        message: 'must be lower-case letters, digits and hyphens',
      })
      .meta({
        description:
          'Names the system that gave the ids in the file, where they are bare numbers. An import of the same source finds its records again. Default: import.',
        example: 'membership',
      }),
    content: content.optional().meta({
      description: `The file in base64, at most ${MAX_FILE_BYTES} bytes of it. Without it the file is uploaded in parts.`,
    }),
  })
  .meta({ id: 'ImportRequest' });

export const ImportPartRequest = z
  .object({
    content: content.meta({
      description: `The bytes of this part in base64, at most ${MAX_FILE_BYTES} of them.`,
    }),
  })
  .meta({ id: 'ImportPartRequest' });

const field = z.string().max(60).nullable().meta({
  description:
    'The field that the column is imported into (List the fields of imports); null leaves the column out.',
  example: 'lastName',
});
const index = z.int().min(0).meta({ description: 'The number of the column, from 0.' });

const dateOrder = z.enum(dateOrders);

export const ImportMappingRequest = z
  .object({
    columns: z
      .array(z.object({ index, field }))
      .max(1000)
      .nullish()
      .meta({ description: 'The columns to map differently; others stay as they are.' }),
    dateOrder: dateOrder.nullish().meta({
      description:
        'Which number of a day such as 01/02/2026 is first. null: the order that follows from the other days of the file.',
    }),
  })
  .meta({ id: 'ImportMappingRequest' });

export const ImportStartRequest = z
  .object({
    dryRun: z.boolean().default(false).meta({
      description: 'Whether all rows are only checked: the verdicts are the same, and nothing is written.',
    }),
  })
  .meta({ id: 'ImportStartRequest' });

const count = z.int().min(0);
const ImportCountsView = z
  .strictObject({
    created: count,
    updated: count,
    unchanged: count,
    refused: count,
    leftOut: count.meta({ description: 'Values that were left out of rows that were taken.' }),
  })
  .meta({ id: 'ImportCounts', description: 'How many rows had each outcome.' });
export type ImportCounts = Readonly<z.infer<typeof ImportCountsView>>;

export const ImportView = z
  .strictObject({
    id: z.uuid(),
    kind,
    fileName: z.string(),
    source: z.string().nullable(),
    status: z.enum(importStates).meta({
      description:
        'uploading until all parts are there; reading, checking (a dry run) and running go on by themselves; ready to be mapped, checked and started; done; failed, with the reason.',
    }),
    rowCount: count.meta({ description: 'The rows of the file that are not blank, without the headings.' }),
    columns: z.array(
      z
        .strictObject({
          index,
          heading: z.string(),
          samples: z.array(z.string()).meta({ description: 'The first values.' }),
          field,
          days: z.array(z.string().nullable()).nullable().meta({
            description:
              'The samples of a field of days as they will be read; null for one that can not be read, or whose order is not known.',
          }),
        })
        .meta({ id: 'ImportColumn' }),
    ),
    dateOrder: dateOrder.nullable().meta({
      description:
        'Which number of a day such as 01/02/2026 is first: as the mapping says, or as the other days of the file show; null where it is not known.',
    }),
    remarks: z.array(z.string()).meta({ description: 'What concerns the whole file, such as its encoding.' }),
    progress: z
      .strictObject({
        rows: count.meta({ description: 'Rows so far.' }),
        percent: z.int().min(0).max(100),
        counts: ImportCountsView.nullable(),
      })
      .meta({
        id: 'ImportProgress',
        description: 'How far it is; of the last run, where none is under way.',
      }),
    check: ImportCountsView.nullable().meta({
      description: 'The outcome of the last dry run; null after another mapping.',
    }),
    result: ImportCountsView.nullable().meta({ description: 'The outcome, once it is done.' }),
    hasRefusals: z.boolean().meta({ description: 'Whether Download the refusals has rows.' }),
    reason: z.string().nullable().meta({ description: 'Why it failed.' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
    keptUntil: z.iso.datetime().meta({ description: 'When it and its rows are removed.' }),
  })
  .meta({ id: 'Import', description: 'An import of a file.' });

export const ImportPage = pageSchema(ImportView).omit({ nextCursor: true }).meta({ id: 'ImportPage' });

export const ImportFields = z
  .strictObject({
    data: z.array(
      z
        .strictObject({
          field: z.string().meta({ example: 'lastName' }),
          headings: z
            .array(z.string())
            .meta({ description: 'Headings that are mapped to it, in any case and with any signs between.' }),
          isCustom: z.boolean().meta({ description: 'Whether it is a custom field.' }),
        })
        .meta({ id: 'ImportField' }),
    ),
  })
  .meta({ id: 'ImportFields' });
