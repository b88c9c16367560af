// What campaign templates look like on the wire.
import * as z from 'zod';
import { optionalBoolean } from '../../../shared/http/lenient.ts';
import { filterDate, idList, pagingFields, textList, textSearchFields } from '../envelopes.ts';
import { validateMergeFields } from './merge-fields.ts';
import { actionKinds, audienceKinds, templateStatuses } from './template-enums.ts';

export const reference = z.guid().toLowerCase();
const day = z.iso.date();
const blankToNull = (sent: unknown): unknown => (sent === '' ? null : sent);
const clearable = <S extends z.ZodType>(schema: S) => z.preprocess(blankToNull, schema.nullish()).optional();

/** One of some words, in any case. */
const enumInAnyCase = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.preprocess(
    (sent) =>
      typeof sent === 'string'
        ? (words.find((one) => one.toLowerCase() === sent.trim().toLowerCase()) ?? sent)
        : sent,
    z.enum(words),
  );

/** A text in which merge fields may stand: those there are, each closed. */
const mergeText = (target: string, schema: z.ZodString, example: string) =>
  schema
    .superRefine((sent, context) => {
      for (const { code, message } of validateMergeFields(target, sent))
        context.addIssue({ code: 'custom', message, params: { code } });
    })
    .meta({ example });

/** An address that a call to action leads to. Merge fields may stand in it, but not in its scheme. */
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
  .meta({ id: 'CampaignAudience', description: 'Who is written to.' });

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
    mergeFields: z.array(z.string()).meta({ description: 'Those that its texts use.' }),
    runningCampaigns: z
      .array(z.strictObject({ id: z.uuid(), startDate: z.iso.date(), endDate: z.iso.date().optional() }))
      .meta({ description: 'The campaigns that hold it: running, or still to start.' }),
    version: z.int(),
  })
  .meta({ id: 'CampaignTemplate' });

export const TemplateRequest = z
  .object({
    id: z
      .preprocess((sent) => (sent === '' || sent === 0 ? null : sent), reference.nullish())
      .optional()
      .meta({ description: 'The template to change; a new one without.' }),
    name: z.string().trim().min(1).max(200).nullish().meta({ description: 'Needed for a new one.' }),
    subject: mergeText(
      'subject',
      z.string().trim().max(300),
      'Please call {{official.title}} {{official.lastName}}',
    ).nullish(),
    body: mergeText('body', z.string().max(50_000), 'Dear {{recipient.firstName|friend}}')
      .nullish()
      .meta({ description: 'May hold merge fields.' }),
    isHtml: z.boolean().nullish(),
    audience: z
      .object({
        kind: enumInAnyCase(audienceKinds),
        organizationId: clearable(reference).meta({ description: 'With those below it.' }),
        committeeId: clearable(z.union([reference, z.int().min(1), z.string().regex(/^\d{1,6}$/)])).meta({
          description: 'A committee of the directory, or a legislative one by its integer id.',
        }),
        withUnknownDistrict: optionalBoolean().meta({
          description: 'Constituents: count in people of the state whose district is not known.',
        }),
      })
      .nullish()
      .meta({ description: 'All people unless told.' }),
    callToAction: z
      .object({
        kind: enumInAnyCase(actionKinds),
        label: mergeText('callToAction.label', z.string().trim().min(1).max(200), 'Call the office'),
        url: z.union([z.literal(''), actionUrl]).nullish(),
      })
      .nullish(),
    billIds: idList().nullable().meta({ description: 'Linked bills; merge fields tell of the first.' }),
    startDate: clearable(day),
    endDate: clearable(day).meta({ description: 'The last day, inclusive.' }),
    stateId: clearable(z.int().min(0).max(99)),
    status: enumInAnyCase(templateStatuses).nullish().meta({ description: 'DRAFT unless told.' }),
  })
  .refine(({ id, name }) => Boolean(id ?? name), {
    path: ['name'],
    message: 'name must be there for a new template.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .refine(
    ({ id, status, subject, body }) => id || !status || status === 'DRAFT' || (subject && body?.trim()),
    {
      path: ['status'],
      message: 'status must be DRAFT as long as subject or body are empty.',
      params: { code: 'NOT_ALLOWED' },
    },
  )
  .meta({ id: 'CampaignTemplateRequest', description: 'Only what is sent is changed; null clears.' });
export type TemplateInput = z.output<typeof TemplateRequest>;

const sortFields = ['name', 'modifiedDate', 'createdDate', 'startDate', 'endDate', 'status'] as const;

export const TemplateFilter = z
  .object({
    ...pagingFields(sortFields, { isAscending: true }),
    ...textSearchFields,
    stateIds: idList(),
    billIds: idList(),
    status: textList(),
    startDate: filterDate().meta({ description: 'Templates that are for this day or a later one.' }),
    endDate: filterDate().meta({ description: 'Templates that are for this day or an earlier one.' }),
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
  .meta({ id: 'CampaignOfficial', description: 'An official whom a recipient is to turn to.' });
