// The results of batches (docs/interface/crm.md#batches).
import { describe, expect, it } from 'vitest';
import { Failure, invalid, notFound } from '../../../shared/errors/failure.ts';
import { countRows, presentFaults } from './present.ts';

it('rows are counted by their results', () => {
  const rows = (['Created', 'Refused', 'Created', 'Unchanged'] as const).map((status) => ({ status }));
  expect(countRows(rows)).toEqual({ created: 2, updated: 0, deactivated: 0, unchanged: 1, refused: 1 });
});

describe('a refused row says', () => {
  const refuse = (target: string) => invalid([{ code: 'INVALID_FORMAT', message: 'Wrong.', target }]);

  it('where, and what was sent there', () => {
    expect(presentFaults(refuse('positions[1].title'), 3, { positions: [{}, { title: 'x' }] })).toEqual([
      { code: 'INVALID_FORMAT', message: 'Wrong.', target: 'rows[3].positions[1].title', value: 'x' },
    ]);
  });

  it('no value where nothing was sent, and none that is not of the row itself', () => {
    const [fault] = presentFaults(refuse('constructor'), 0, {});
    expect(fault?.value).toBeNull();
    expect(presentFaults(refuse('email'), 0, { email: null })[0]?.value).toBeNull();
  });

  it('at most 200 characters of a value, and other values as JSON', () => {
    expect(presentFaults(refuse('a'), 0, { a: 'x'.repeat(201) })[0]?.value).toBe('x'.repeat(200));
    expect(presentFaults(refuse('a'), 0, { a: [1] })[0]?.value).toBe('[1]');
  });

  it('the row when the fault is of the whole row or has no details', () => {
    expect(presentFaults(refuse('rows[2]'), 2, {})[0]?.target).toBe('rows[2]');
    expect(presentFaults(new Failure('CONFLICT', 'No.'), 2, {})).toMatchObject([
      { code: 'CONFLICT', target: 'rows[2]' },
    ]);
    expect(presentFaults(notFound('person', 'x'), 2, { id: 'x' })).toMatchObject([
      { code: 'RESOURCE_NOT_FOUND', target: 'rows[2].id', value: 'x' },
    ]);
  });
});
