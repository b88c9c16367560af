// What the types of every kind look like to callers: level types, object types, credit types
// (docs/interface/training.md#types).
import * as z from 'zod';
import { listQuery } from '../../listing.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'Unique among its kind, without regard to case.', example: 'Fellow' });

/** A type of one kind as the interface shows it. */
export const typeView = (id: 'LevelType' | 'ObjectType' | 'CreditType', description: string) =>
  z
    .strictObject({
      id: z.uuid(),
      name: z.string(),
      isActive: z.boolean().meta({ description: 'An inactive one stays where it is, but is given no more.' }),
      createdDate: z.iso.datetime(),
      modifiedDate: z.iso.datetime(),
    })
    .meta({ id, description });

export const TypeCreateRequest = z
  .object({ name, isActive: z.boolean().nullish().meta({ description: 'True unless told.' }) })
  .meta({ id: 'TypeCreateRequest' });

export const TypeUpdateRequest = z
  .object({ name: name.nullish(), isActive: z.boolean().nullish() })
  .meta({ id: 'TypeUpdateRequest' });

export type CreateTypeInput = z.output<typeof TypeCreateRequest>;
export type UpdateTypeInput = z.output<typeof TypeUpdateRequest>;

export const typeQuery = z.object(listQuery(['name', 'isActive', 'createdDate', 'modifiedDate', 'id']));
export type TypeQuery = z.output<typeof typeQuery>;

export const typeById = z.object({
  id: z.guid().toLowerCase().meta({ description: 'The id of the type.' }),
});
