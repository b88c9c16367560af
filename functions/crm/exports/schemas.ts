// Exports in requests and replies (docs/interface/crm.md#exports).
import * as z from 'zod';
import { wholeListSchema } from '../committees/whole-list.ts';
import { dayField } from '../fields/fields.ts';
import { pagingBody } from '../lists/list.ts';
import { listOrganizationsFiltered } from '../organizations/listed/contract.ts';
import { listPeopleFiltered } from '../people/contract.ts';
import { viewedLists } from '../views/viewed-lists.ts';

/** The formats. */
export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The words that existing callers read. */
export const exportStates = ['inprogress', 'success', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** The lists. */
export const exportedLists = [...viewedLists, 'memberships'] as const;
export type ExportList = (typeof exportedLists)[number];

const MAX_COLUMNS = 250;

const fields = {
  format: z.enum(exportFormats).meta({ description: 'jsonl: an object on each line.', example: 'csv' }),
  columns: z
    .array(z.string().trim().min(1).max(60))
    .min(1)
    .max(MAX_COLUMNS)
    .nullish()
    .transform((names) => names ?? undefined)
    .meta({
      description:
        'Names of columns in their order, ids of custom fields included, see List the columns of exports. All by default.',
      example: ['lastName', 'firstName', 'organizationName'],
    }),
};

const MembershipFilter = z
  .object({
    committeeIds: z
      .array(z.guid().toLowerCase())
      .min(1)
      .max(100)
      .nullish()
      .transform((ids) => ids ?? undefined)
      .meta({ description: 'Only members of these committees.' }),
    selectedDate: dayField()
      .transform((date) => date ?? undefined)
      .meta({ description: 'Only those who hold their position on this day; all terms by default.' }),
  })
  .prefault({})
  .meta({ id: 'MembershipFilter' });

/** What is exported. */
export const ExportRequest = z
  .discriminatedUnion('list', [
    z.object({
      list: z.literal('people'),
      ...fields,
      filterBody: listPeopleFiltered.body.shape.filterBody.meta({
        description: 'The filters of List people by filters.',
      }),
    }),
    z.object({
      list: z.literal('organizations'),
      ...fields,
      filterBody: listOrganizationsFiltered.body.shape.filterBody.meta({
        description: 'The filters of List organizations by filters.',
      }),
    }),
    z.object({
      list: z.literal('committees'),
      ...fields,
      filterBody: pagingBody.shape.filter.meta({ description: 'The filter of List committees by page.' }),
    }),
    z.object({
      list: z.literal('memberships'),
      ...fields,
      filterBody: MembershipFilter,
    }),
  ])
  .meta({ id: 'ExportRequest' });
export type ExportInput = z.output<typeof ExportRequest>;

/** The filter of a list. */
export type ExportFilter<L extends ExportList> = Extract<ExportInput, { list: L }>['filterBody'];

const count = z.int().min(0);

const ExportFileView = z
  .strictObject({
    name: z.string().meta({ example: 'people-2027-03-01.csv' }),
    rows: count,
    link: z.string().meta({
      description:
        'The address of the file: valid until linkExpires for anyone who has it, without any header. Each read of the export returns a new one.',
    }),
  })
  .meta({ id: 'ExportFile' });

export const ExportView = z
  .strictObject({
    id: z.uuid(),
    list: z.enum(exportedLists),
    format: z.enum(exportFormats),
    columns: z.array(z.string()),
    status: z.enum(exportStates),
    progress: z
      .strictObject({
        rows: count.meta({ description: 'Rows so far.' }),
        total: count.nullable().meta({
          description: 'Rows that were in the list at the request; null where a filter makes it unknown.',
        }),
        percent: z.int().min(0).max(100).nullable(),
      })
      .meta({ id: 'ExportProgress' }),
    files: z.array(ExportFileView).meta({
      description:
        'The files, once all are made; every one is complete in itself. None for a caller who no longer may see what they have.',
    }),
    linkExpires: z.iso.datetime().nullable(),
    reason: z.string().nullable().meta({ description: 'Why it failed, or why its files are gone.' }),
    createdDate: z.iso.datetime(),
    completedDate: z.iso.datetime().nullable(),
    keptUntil: z.iso.datetime().meta({ description: 'When it and its files are removed.' }),
  })
  .meta({ id: 'Export', description: 'An export of a list.' });

export const ExportPage = wholeListSchema(ExportView).meta({ id: 'ExportPage' });

export const ExportColumns = z
  .strictObject({
    data: z.array(
      z
        .strictObject({
          name: z.string().meta({ example: 'lastName' }),
          title: z.string().meta({ description: 'The heading.', example: 'Last name' }),
          isCustom: z.boolean().meta({ description: 'Whether it is a custom field; its name is the id.' }),
          isEmail: z
            .boolean()
            .meta({ description: 'Whether it has email addresses, which require crm.emails.read.' }),
        })
        .meta({ id: 'ExportColumn' }),
    ),
  })
  .meta({ id: 'ExportColumns' });
