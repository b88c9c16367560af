// An empty text in a request is no value, as null is (docs/interface/requests.md#empty-texts): what a field makes of null, it
// makes of "". Generated for every parameter of a query and every field of a body, of every endpoint.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { endpointName } from '../../shared/http/endpoint.ts';
import { removeBlanks } from '../../shared/http/request/blanks.ts';

/** What a field makes of a value: no value, which clears or is absent, a refusal, or another value. */
function readAs(schema: z.core.$ZodType, value: unknown): 'absent' | 'none' | 'refused' | 'value' {
  const whole = z.object({ field: schema });
  const first = whole.safeParse({ field: value });
  const result = first.success
    ? first
    : whole.safeParse(removeBlanks(whole, { field: value }, first.error.issues));
  if (!result.success) return 'refused';
  const { field } = result.data;
  if (field === undefined) return 'absent';
  return field === null || field === '' ? 'none' : 'value';
}

/** The schema below what wraps it: optional, nullable, converted. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ('innerType' in def && def.innerType instanceof z.core.$ZodType) return unwrap(def.innerType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  return unwrap(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
}

/** The fields of an object, also those of objects in it and of the rows of its lists. */
function listFields(
  schema: z.core.$ZodType,
  path: string,
  seen = new Set<z.core.$ZodType>(),
): { readonly path: string; readonly schema: z.core.$ZodType }[] {
  const inner = unwrap(schema);
  if (seen.has(inner)) return [];
  seen.add(inner);
  if (inner instanceof z.ZodArray) return listFields(inner.element, `${path}[]`, seen);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([name, field]) => [
    { path: `${path}.${name}`, schema: field },
    ...listFields(field, `${path}.${name}`, seen),
  ]);
}

const requests = (await listEndpoints()).flatMap(({ contract }) => {
  const present = ({ path, schema }: { readonly path: string; readonly schema: z.core.$ZodType }) => ({
    field: `${endpointName(contract)} ${path}`,
    empty: readAs(schema, ''),
    cleared: readAs(schema, null),
    missing: readAs(schema, undefined),
  });
  return {
    body: contract.body && contract.bodyType !== 'form' ? listFields(contract.body, 'body').map(present) : [],
    query: contract.query ? listFields(contract.query, 'query').map(present) : [],
  };
});
const fields = requests.flatMap(({ body }) => body);
const parameters = requests.flatMap(({ query }) => query);

describe('an empty text', () => {
  it('clears every field that null clears; only a name or a key that must have a length is refused', () => {
    const wrong = fields.filter(
      ({ field, empty, cleared }) =>
        cleared === 'none' && empty !== 'none' && !(empty === 'refused' && /(name|key|secret)$/i.test(field)),
    );
    expect(wrong).toEqual([]);
    expect(
      fields.filter(({ empty, cleared }) => cleared === 'none' && empty === 'none').length,
    ).toBeGreaterThan(300);
  });

  it('is absent where null is absent, and where null is refused but the field may be left out', () => {
    const wrong = fields.filter(
      ({ empty, cleared, missing }) =>
        (cleared === 'absent' && !['absent', 'refused'].includes(empty)) ||
        (cleared === 'refused' && missing === 'absent' && empty === 'value'),
    );
    expect(wrong).toEqual([]);
  });

  it('is no parameter of a query, and no value where one is required', () => {
    const wrong = parameters.filter(({ empty, missing }) =>
      missing === 'absent' ? !['absent', 'none'].includes(empty) : missing === 'refused' && empty === 'value',
    );
    expect(wrong).toEqual([]);
    expect(parameters.length).toBeGreaterThan(400);
  });
});
