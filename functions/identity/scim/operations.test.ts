// Operations that would reach what every object has are refused before the library sees them (GHSA-9m6g-wc8r-q59c).
import { describe, expect, it } from 'vitest';
import { type Patch, readOperations } from './operations.ts';

const read = (...Operations: unknown[]) => readOperations({ Operations } as unknown as Patch);
const names = ['__proto__', 'constructor', 'prototype', 'CONSTRUCTOR'];

describe('an operation with a name of every object', () => {
  it.each(
    names.flatMap((name) => [
      `${name}.polluted`,
      `name.${name}.polluted`,
      `emails[type eq "work"].${name}`,
      `emails[${name} eq "work"].value`,
      `urn:ietf:params:scim:schemas:core:2.0:User:${name}.polluted`,
      `name\n${name}`,
      `emails[type eq "a.${name}.b"].value`,
    ]),
  )('is refused in the path %j', (path) => {
    for (const op of ['add', 'Replace', 'remove'])
      expect(() => read({ op, path, value: 'x' })).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR', target: 'Operations[0].path' }),
      );
  });

  it.each(
    names.flatMap((name) => [
      `{"${name}": {"polluted": true}}`,
      `{"${name}.polluted": true}`,
      `{"name.${name}.polluted": true}`,
      `{"name": {"a": [{"${name}": 1}]}}`,
      `[{"${name}": 1}]`,
      `{"urn:ietf:params:scim:schemas:core:2.0:User:${name}": 1}`,
    ]),
  )('is refused in the value %s', (value) => {
    expect(() => read({ op: 'add', path: 'name', value: JSON.parse(value) })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', target: 'Operations[0].value' }),
    );
    expect({}).not.toHaveProperty('polluted');
  });
});

it('such a word is a text like any other where it is no name', () => {
  expect(
    read(
      { op: 'replace', path: 'title', value: 'constructor' },
      { op: 'replace', value: { title: '__proto__', 'name.familyName': 'Prototype' } },
    ),
  ).toHaveLength(2);
});
