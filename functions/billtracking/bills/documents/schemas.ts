// Schemas of documents of bills.
import * as z from 'zod';
import { fileContent, MAX_FILE_BYTES } from '../../../../shared/http/file-content.ts';
import { pageNumberField, pageSizeField } from '../../../../shared/lists/query.ts';
import { documentKinds, documentTypes } from './record/document.ts';
import { MAX_TEXT_LENGTH } from './record/text.ts';

const kind = z.enum(documentKinds);

export const BillDocument = z
  .strictObject({
    id: z
      .uuid()
      .nullable()
      .meta({ description: 'null for a version or a paper that a source only links to.' }),
    kind,
    title: z.string(),
    date: z.iso.date().nullable(),
    url: z.string().nullable().meta({ description: 'Where the legislature publishes it.' }),
    file: z
      .strictObject({
        name: z.string(),
        contentType: z.string(),
        size: z.int(),
        downloadUrl: z.string().meta({ description: 'A link to the file, valid for an hour.' }),
      })
      .nullable(),
    hasText: z.boolean().meta({ description: 'Whether it can be compared and is found by its words.' }),
    textProblem: z
      .string()
      .nullable()
      .meta({ description: 'Why a PDF has no text; send the text along with it then.' }),
    isFromSource: z.boolean().meta({ description: 'Whether a source reported it, not a user.' }),
    replacesId: z
      .uuid()
      .nullable()
      .meta({ description: 'The document whose text its source has replaced by this one.' }),
    replacedDate: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When its source was seen to have replaced it.' }),
    createdBy: z.string().nullable(),
    createdDate: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BillDocument' });

export const BillDocumentRequest = z
  .object({
    kind,
    title: z.string().trim().min(1).max(200).meta({ example: 'Substitute bill' }),
    date: z.iso.date().nullish(),
    url: z
      .httpUrl()
      .max(1000)
      .nullish()
      .meta({ description: 'A link to it, besides a file or instead of one.' }),
    fileName: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .nullish()
      .meta({
        description: `With content; ends in ${Object.keys(documentTypes).join(', ')}.`,
        example: 'hb1217-s.txt',
      }),
    content: fileContent('store its text only, or a link')
      .nullish()
      .meta({ description: `A file in base64, at most ${MAX_FILE_BYTES} bytes.` }),
    text: z.string().max(MAX_TEXT_LENGTH).nullish().meta({
      description: 'Its plain text, in place of that of the file, which is read from it by default.',
    }),
  })
  .meta({ id: 'BillDocumentRequest', description: 'At least one of url, content and text.' });
export type DocumentInput = z.output<typeof BillDocumentRequest>;

export const DocumentText = z
  .strictObject({ id: z.uuid(), title: z.string(), text: z.string() })
  .meta({ id: 'BillDocumentText' });

const paragraphs = z.array(z.string());

const Passage = z
  .union([
    z.strictObject({
      kind: z.literal('SAME'),
      count: z.int().meta({ description: 'How many paragraphs are the same.' }),
      paragraphs: paragraphs.meta({ description: 'The first and the last of them.' }),
    }),
    z.strictObject({ kind: z.enum(['ADDED', 'REMOVED']), paragraphs }),
    z.strictObject({
      kind: z.enum(['MOVED_FROM', 'MOVED_TO']),
      move: z.int().meta({ description: 'The number of the move, the same in both places.' }),
      paragraphs,
    }),
    z.strictObject({
      kind: z.literal('CHANGED'),
      words: z.array(z.strictObject({ kind: z.enum(['SAME', 'ADDED', 'REMOVED']), text: z.string() })),
    }),
  ])
  .meta({ id: 'ComparedPassage' });

export const Comparison = z
  .strictObject({
    billNumber: z.string(),
    from: BillDocument,
    to: BillDocument,
    counts: z.strictObject({ added: z.int(), removed: z.int(), changed: z.int(), moved: z.int() }).meta({
      description: 'Paragraphs that were added, removed, changed and moved.',
    }),
    passages: z.array(Passage).meta({ description: 'In the order of the later text.' }),
    pageUrl: z.string().meta({ description: 'A page for people that shows it, valid for a week.' }),
  })
  .meta({ id: 'BillComparison' });

export const DocumentSearchRequest = z
  .object({
    text: z.string().trim().min(1).max(200).meta({
      description: 'Words; each begins a word of the text. Case and accents do not count.',
      example: 'affordable housing',
    }),
    pageNumber: pageNumberField().meta({ description: 'From 1.', example: 1 }),
    pageSize: pageSizeField({ byDefault: 20, largest: 50 }).meta({ description: 'Entries per page.' }),
  })
  .meta({ id: 'BillDocumentSearch' });

export const FoundDocument = z
  .strictObject({
    billId: z.int(),
    billNumber: z.string(),
    billTitle: z.string(),
    state: z.string(),
    document: BillDocument,
    excerpt: z.string().meta({ description: 'The first paragraph that has a word of the search.' }),
  })
  .meta({ id: 'FoundBillDocument' });
