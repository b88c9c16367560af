// What level types, object types and credit types have in common: their schemas and the parts of their contracts
// (docs/interface/training.md#types).
import * as z from 'zod';
import { listHeaders, listQuery } from '../../listing/listing.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'Unique within its kind, regardless of case.', example: 'Fellow' });

/** The response schema of a type of one kind. */
export const typeView = (id: 'LevelType' | 'ObjectType' | 'CreditType', description: string) =>
  z
    .strictObject({
      id: z.uuid(),
      name: z.string(),
      isActive: z.boolean().meta({
        description: 'An inactive type stays on the records that have it, but no other record can get it.',
      }),
      createdDate: z.iso.datetime(),
      modifiedDate: z.iso.datetime(),
    })
    .meta({ id, description });
type TypeView = ReturnType<typeof typeView>;

const TypeCreateRequest = z
  .object({ name, isActive: z.boolean().nullish().meta({ description: 'True by default.' }) })
  .meta({ id: 'TypeCreateRequest' });

const TypeUpdateRequest = z
  .object({ name: name.nullish(), isActive: z.boolean().nullish() })
  .meta({ id: 'TypeUpdateRequest' });

export type CreateTypeInput = z.output<typeof TypeCreateRequest>;
export type UpdateTypeInput = z.output<typeof TypeUpdateRequest>;

const typeQuery = z.object(listQuery(['name', 'isActive', 'createdDate', 'modifiedDate', 'id']));
export type TypeQuery = z.output<typeof typeQuery>;

const byId = z.object({
  id: z.guid().toLowerCase().meta({ description: 'The id of the type.' }),
});

const readAccess = { permission: 'training.settings.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;

/**
 * The contracts of one kind of type, without their responses.
 * @param one the kind with its article: `a level type`
 * @param id the id in examples
 */
export function typeConfigs(
  setting: 'LevelTypes' | 'ObjectTypes' | 'CreditTypes',
  { one, id }: { readonly one: string; readonly id: string },
) {
  const shared = { area: 'training', tags: ['Settings'], path: `/api/v1/Settings/${setting}` } as const;
  const single = { ...shared, path: `/api/v1/Settings/${setting}/{id}`, params: byId } as const;
  const example = { params: { id } };
  return {
    list: {
      ...shared,
      method: 'GET',
      summary: `List ${one.replace(/^an? /, '')}s`,
      query: typeQuery,
      access: readAccess,
      budget: { roundTrips: 2, readUnits: 4 },
      example: { query: { page: 1, pageSize: 10 } },
    },
    create: {
      ...shared,
      method: 'POST',
      summary: `Create ${one}`,
      body: TypeCreateRequest,
      refuses: ['ALREADY_EXISTS'],
      access: writeAccess,
      budget: { roundTrips: 2, readUnits: 3, writeUnits: 6 },
    },
    get: {
      ...single,
      method: 'GET',
      summary: `Get ${one}`,
      refuses: ['RESOURCE_NOT_FOUND'],
      access: readAccess,
      budget: { roundTrips: 2, readUnits: 4 },
      example,
    },
    update: {
      ...single,
      method: 'PUT',
      summary: `Update ${one}`,
      description:
        'Only the fields that are sent are changed. Records that have the type show the new name at once.',
      body: TypeUpdateRequest,
      refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
      access: writeAccess,
      budget: { roundTrips: 3, readUnits: 4, writeUnits: 8 },
      example,
    },
    delete: {
      ...single,
      method: 'DELETE',
      summary: `Delete ${one}`,
      description: 'A type that a record has cannot be deleted.',
      refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
      access: writeAccess,
      budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
      example,
    },
  } as const;
}

/** The responses of operations on one type. */
export const typeResponses = (kind: string, body: TypeView) => {
  const response = { description: `The ${kind}.`, body };
  return {
    ok: { 200: response },
    created: { 201: { ...response, headers: { Location: `The address of the ${kind}.` } } },
    deleted: { 204: { description: `The ${kind} is deleted.`, body: null } },
  } as const;
};

/** The response of a list of types. */
export const pageResponse = (kinds: string, body: TypeView) => ({
  200: { description: `A page of ${kinds}.`, body: z.array(body), headers: listHeaders },
});
