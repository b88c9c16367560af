// An empty text in a request is no value, as null is (docs/interface/requests.md#empty-texts): what a field makes of null, it
// makes of "". Generated for every field of the body of every endpoint.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { endpointName } from '../../shared/http/endpoint.ts';
import { removeBlanks } from '../../shared/http/request/blanks.ts';

/** What a field makes of a value: no value, which clears or is absent, a refusal, or another value. */
function readAs(schema: z.ZodType, value: unknown): 'absent' | 'none' | 'refused' | 'value' {
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

const fields = (await listEndpoints()).flatMap(({ contract }) =>
  contract.body instanceof z.ZodObject && contract.bodyType !== 'form'
    ? Object.entries<z.ZodType>(contract.body.shape).map(([name, schema]) => ({
        field: `${endpointName(contract)} ${name}`,
        empty: readAs(schema, ''),
        cleared: readAs(schema, null),
        missing: readAs(schema, undefined),
      }))
    : [],
);

describe('an empty text', () => {
  it('clears every field that null clears; only a name or a secret that must have a length is refused', () => {
    const wrong = fields.filter(
      ({ empty, cleared }) => cleared === 'none' && !['none', 'refused'].includes(empty),
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
});
