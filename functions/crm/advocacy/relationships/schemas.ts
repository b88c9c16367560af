// A political relationship in requests and replies (docs/interface/crm.md#political-relationships).
import * as z from 'zod';
import { STRENGTHS } from '../../../../shared/directory/officials/political-relationship.ts';
import { optionalInteger } from '../../../../shared/http/lenient.ts';
import { dayField, idField, textField } from '../../fields/fields.ts';

export const RELATIONSHIP_STATUSES = ['current', 'past', 'future'] as const;

/** A relationship with the names of what it refers to. */
export const PoliticalRelationship = z
  .strictObject({
    id: z.uuid(),
    personId: z.uuid(),
    personName: z.string().nullable().meta({ example: 'Ada Fairweather' }),
    organizationName: z.string().nullable().meta({
      description: 'The main organization of the person.',
      example: 'Alder County',
    }),
    officialId: z.uuid(),
    officialName: z.string().nullable().meta({ example: 'Maya Lindqvist' }),
    typeId: z.uuid(),
    typeName: z.string().nullable().meta({ example: 'Former colleague' }),
    strength: z.int().meta({ description: 'From 1, distant, to 5, close.', example: 4 }),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable().meta({ description: 'The last day, inclusive.' }),
    notes: z.string().nullable(),
    title: z.string().nullable().meta({ description: 'What the person does for the official.' }),
    status: z.enum(RELATIONSHIP_STATUSES).meta({ description: 'Computed from the dates.' }),
    isActive: z.boolean().meta({ description: 'Whether it is current.' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'PoliticalRelationship', description: 'How well a person knows an official.' });
export type PoliticalRelationship = z.infer<typeof PoliticalRelationship>;

const id = (description: string) =>
  z
    .guid()
    .transform((sent) => sent.toLowerCase())
    .meta({ description });

const fields = () => ({
  strength: optionalInteger(STRENGTHS.least, STRENGTHS.most).meta({
    description: `From ${STRENGTHS.least}, distant, to ${STRENGTHS.most}, close. Default: ${STRENGTHS.byDefault}.`,
    example: 4,
  }),
  startDate: dayField().meta({ description: 'The first day, where it is known.', example: '2019-01-01' }),
  endDate: dayField().meta({ description: 'The last day, inclusive.' }),
  notes: textField(2000).meta({ example: 'Served together on the county council.' }),
  title: textField(200).meta({
    description: 'What the person does for the official, such as Chief of Staff.',
  }),
});

export const RelationshipRequest = z
  .object({
    id: idField().meta({
      description: 'A relationship of the person to replace; without it a new one is added.',
    }),
    personId: id('The person.'),
    officialId: id('The official: somebody who holds or held a public office.'),
    typeId: id('The type of the relationship.'),
    ...fields(),
  })
  .meta({ id: 'PoliticalRelationshipRequest' });
export type RelationshipInput = z.output<typeof RelationshipRequest>;

/** The most relationships of one request: they are written in one transaction. */
export const MAX_SAVED = 20;

export const RelationshipsRequest = z
  .object({ relationships: z.array(RelationshipRequest).min(1).max(MAX_SAVED) })
  .meta({ id: 'PoliticalRelationshipsRequest' });

export const RelationshipFieldsRequest = z
  .object({ typeId: idField().meta({ description: 'The type of the relationship.' }), ...fields() })
  .meta({ id: 'PoliticalRelationshipFieldsRequest' });

export const EndRelationshipRequest = z
  .object({
    endDate: dayField().meta({
      description: 'The last day, inclusive; today by default.',
      example: '2026-06-30',
    }),
  })
  .meta({ id: 'EndPoliticalRelationshipRequest' });
