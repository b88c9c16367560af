// A generated client may send every `default` of the OpenAPI document: that must mean the same as leaving the field out.

import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { listEndpoints } from '../../infra/contracts/registry.ts';

const endpoints = await listEndpoints();

interface DefaultField {
  readonly path: string;
  readonly schema: z.ZodType;
  readonly inList: boolean;
}

/** Every field with a default, in the parts of a request that a JSON Schema documents. */
function* findDefaults(schema: z.core.$ZodType, path = '', inList = false): Generator<DefaultField> {
  const { def } = schema._zod as unknown as { readonly def: z.core.$ZodTypes['_zod']['def'] };
  if (def.type === 'default' || def.type === 'prefault') yield { path, schema: schema as z.ZodType, inList };
  if (def.type === 'pipe')
    yield* findDefaults(def.in._zod.def.type === 'transform' ? def.out : def.in, path, inList);
  else if ('innerType' in def) yield* findDefaults(def.innerType, path, inList);
  else if (def.type === 'array') yield* findDefaults(def.element, `${path}[]`, true);
  else if (def.type === 'union') for (const option of def.options) yield* findDefaults(option, path, inList);
  else if (def.type === 'object')
    for (const [name, field] of Object.entries(def.shape))
      yield* findDefaults(field, `${path}.${name}`, false);
}

const found = endpoints.flatMap(({ contract }) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = contract[part];
    if (!schema) return [];
    return [...findDefaults(schema)].map((field) => ({
      ...field,
      where: `${contract.method} ${contract.path} ${part}${field.path}`,
      // What a field contains is replaced with it.
      isPartial:
        part === 'body' &&
        !field.path.slice(1).includes('.') &&
        (contract.method === 'PUT' || contract.method === 'PATCH'),
    }));
  }),
);

describe('the defaults of the OpenAPI documents', () => {
  it('are valid themselves', () => {
    expect(found.length).toBeGreaterThan(10);
    expect(
      found.filter(({ schema }) => !schema.safeParse(undefined).success).map(({ where }) => where),
    ).toEqual([]);
  });

  it('stand in no update, where an absent field stays as it is', () => {
    expect(found.filter(({ isPartial }) => isPartial).map(({ where }) => where)).toEqual([]);
  });

  it('stand for no entry of a list, which cannot be left out', () => {
    expect(found.filter(({ inList }) => inList).map(({ where }) => where)).toEqual([]);
  });
});
