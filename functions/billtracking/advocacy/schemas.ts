// Schemas of the requests and responses of campaign templates.
import * as z from 'zod';
import { validateMergeFields } from '../../../shared/advocacy/merge-fields.ts';
import {
  DEFAULT_SALUTATION,
  findForbiddenFields,
  MAX_LETTER_LENGTH,
} from '../../../shared/campaigns/letter.ts';
import { optionalBoolean } from '../../../shared/http/lenient.ts';
import { conversionTo } from '../../../shared/values/conversions.ts';
import { filterDate, idList, pagingFields, textSearchFields, wordList } from '../envelopes.ts';
import { actionKinds, audienceKinds, templateStatuses } from './template-enums.ts';

export const reference = z.guid().toLowerCase();
const day = z.iso.date();
const blankToNull = conversionTo({ to: 'null' });
const clearable = <S extends z.ZodType>(schema: S) => z.preprocess(blankToNull, schema.nullish()).optional();

/** One of some values, in any case. */
const enumInAnyCase = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.preprocess(
    (sent) =>
      typeof sent === 'string'
        ? (words.find((word) => word.toLowerCase() === sent.trim().toLowerCase()) ?? sent)
        : sent,
    z.enum(words),
  );

/** A text that may contain merge fields, each known and closed. */
const mergeText = (target: string, schema: z.ZodString, example: string) =>
  schema
    .superRefine((sent, context) => {
      for (const { code, message } of validateMergeFields(target, sent))
        context.addIssue({ code: 'custom', message, params: { code } });
    })
    .meta({ example });

/** The address of a call to action. It may contain merge fields, but not in its scheme. */
const actionUrl = mergeText(
  'callToAction.url',
  z
    .string()
    .trim()
    .max(2000)
    .regex(
      /^(https?:\/\/[^\s]|mailto:|tel:)[^\s<>"]*$/i,
      'an address that begins with https:, http:, mailto: or tel:',
    ),
  'tel:{{official.phone}}',
);

export const CallToAction = z
  .strictObject({ kind: z.enum(actionKinds), label: z.string(), url: z.string().optional() })
  .meta({ id: 'CallToAction', description: 'What recipients are asked to do.' });

const Audience = z
  .strictObject({
    kind: z.enum(audienceKinds),
    organizationId: z.uuid().optional(),
    committeeId: z.uuid().optional(),
    legislativeCommitteeId: z.int().optional(),
    name: z.string().optional().meta({ description: 'The name of the organization or committee.' }),
    withUnknownDistrict: z.boolean().optional(),
  })
  .meta({ id: 'CampaignAudience', description: 'The recipients of a campaign.' });

const CampaignLetter = z
  .strictObject({
    subject: z.string(),
    salutation: z.string(),
    body: z.string(),
    isEditable: z.boolean().meta({ description: 'Whether people may change the body.' }),
  })
  .meta({ id: 'CampaignLetter', description: 'What recipients write to their officials. Plain text.' });

/** A part of a letter, without the merge fields that it may not have. */
const letterText = (part: 'subject' | 'salutation' | 'body', schema: z.ZodString, example: string) =>
  mergeText(`letter.${part}`, schema, example).superRefine((sent, context) => {
    const forbidden = findForbiddenFields(part, sent);
    if (forbidden)
      context.addIssue({
        code: 'custom',
        message: `letter.${part} must not have ${forbidden.fields.map((field) => `{{${field}}}`).join(', ')}: ${forbidden.reason}.`,
        params: { code: 'NOT_ALLOWED' },
      });
  });

const entryFields = {
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  status: z.enum(templateStatuses),
  stateId: z.int().optional(),
  state: z.string().optional().meta({ example: 'WA' }),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  billIds: z.array(z.int()),
  createdDate: z.iso.datetime(),
  modifiedDate: z.iso.datetime(),
};

export const CampaignTemplateEntry = z
  .strictObject({
    ...entryFields,
    audience: z.enum(audienceKinds),
    callToAction: z.enum(actionKinds).optional(),
  })
  .meta({ id: 'CampaignTemplateEntry' });

export const CampaignTemplate = z
  .strictObject({
    ...entryFields,
    body: z.string(),
    isHtml: z.boolean(),
    audience: Audience,
    callToAction: CallToAction.optional(),
    letter: CampaignLetter.optional(),
    mergeFields: z.array(z.string()).meta({ description: 'The merge fields used in the texts.' }),
    runningCampaigns: z
      .array(z.strictObject({ id: z.uuid(), startDate: z.iso.date(), endDate: z.iso.date().optional() }))
      .meta({ description: 'The running and scheduled campaigns that use the template.' }),
    version: z.int(),
  })
  .meta({ id: 'CampaignTemplate' });

export const TemplateRequest = z
  .object({
    id: z
      .preprocess((sent) => (sent === '' || sent === 0 ? null : sent), reference.nullish())
      .optional()
      .meta({ description: 'The template to update; omit it to create one.' }),
    name: z.string().trim().min(1).max(200).nullish().meta({ description: 'Required for a new template.' }),
    subject: mergeText(
      'subject',
      z.string().trim().max(300),
      'Please call {{official.title}} {{official.lastName}}',
    ).nullish(),
    body: mergeText('body', z.string().max(50_000), 'Dear {{recipient.firstName|friend}}')
      .nullish()
      .meta({ description: 'May contain merge fields.' }),
    isHtml: z.boolean().nullish(),
    audience: z
      .object({
        kind: enumInAnyCase(audienceKinds),
        organizationId: clearable(reference).meta({ description: 'Includes the organizations below it.' }),
        committeeId: clearable(z.union([reference, z.int().min(1), z.string().regex(/^\d{1,6}$/)])).meta({
          description: 'A committee of the directory, or a legislative committee by its integer id.',
        }),
        withUnknownDistrict: optionalBoolean().meta({
          description: 'Constituents: include people of the state whose district is unknown.',
        }),
      })
      .nullish()
      .meta({ description: 'All people by default.' }),
    callToAction: z
      .object({
        kind: enumInAnyCase(actionKinds),
        label: mergeText('callToAction.label', z.string().trim().min(1).max(200), 'Call the office'),
        url: z.union([z.literal(''), actionUrl]).nullish(),
      })
      .nullish(),
    letter: z
      .object({
        subject: letterText('subject', z.string().trim().min(1).max(200), 'Please vote for {{bill.number}}'),
        salutation: letterText('salutation', z.string().trim().max(200), DEFAULT_SALUTATION)
          .nullish()
          .meta({ description: `The only part that names the official. By default ${DEFAULT_SALUTATION}` }),
        body: letterText(
          'body',
          z.string().trim().min(1).max(MAX_LETTER_LENGTH),
          'I live in {{recipient.city}} and ask you to vote for {{bill.number}}.',
        ),
        isEditable: optionalBoolean().meta({
          description: 'Whether people may change the body. Default: true.',
        }),
      })
      .nullish()
      .meta({ description: 'What recipients write to their officials, in a campaign with an audience.' }),
    billIds: z
      .preprocess(blankToNull, idList().nullable())
      .optional()
      .meta({ description: 'Linked bills; merge fields use the first.' }),
    startDate: clearable(day),
    endDate: clearable(day).meta({ description: 'The last day, inclusive.' }),
    stateId: clearable(z.int().min(0).max(99)),
    status: enumInAnyCase(templateStatuses).nullish().meta({ description: 'DRAFT by default.' }),
  })
  .refine(({ id, name }) => Boolean(id ?? name), {
    path: ['name'],
    message: 'name is required for a new template.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .refine(
    ({ id, status, subject, body }) => id || !status || status === 'DRAFT' || (subject && body?.trim()),
    {
      path: ['status'],
      message: 'status must be DRAFT while subject or body is empty.',
      params: { code: 'NOT_ALLOWED' },
    },
  )
  .meta({
    id: 'CampaignTemplateRequest',
    description: 'Only the fields that are sent change; null clears a field.',
  });
export type TemplateInput = z.output<typeof TemplateRequest>;

const sortFields = ['name', 'modifiedDate', 'createdDate', 'startDate', 'endDate', 'status'] as const;

export const TemplateFilter = z
  .object({
    ...pagingFields(sortFields, { isAscending: true }),
    ...textSearchFields,
    stateIds: idList(),
    billIds: idList(),
    status: wordList(templateStatuses),
    startDate: filterDate().meta({ description: 'Templates whose dates include this day or a later one.' }),
    endDate: filterDate().meta({ description: 'Templates whose dates include this day or an earlier one.' }),
  })
  .meta({ id: 'CampaignTemplateFilter' });
export type TemplateFilter = z.output<typeof TemplateFilter>;

export const Official = z
  .strictObject({
    personId: z.uuid(),
    name: z.string(),
    title: z.string().optional(),
    district: z.string().optional(),
  })
  .meta({ id: 'CampaignOfficial', description: 'An official whom a recipient may contact.' });
