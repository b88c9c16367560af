// What a token tells an application of a person, by its scopes (OpenID Connect Core 5.4).
import { expect, it } from 'vitest';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import { buildPersonClaims } from './person-claims.ts';

const subject = { id: 's', name: 'ada@example.org' };
const person = {
  firstName: 'Ada',
  middleName: 'B',
  lastName: 'Quill',
  email: 'own@example.org',
} as PersonItem;
const build = (known: PersonItem | undefined, ...scopes: readonly string[]) =>
  buildPersonClaims('quill', subject, known, (scope) => scopes.includes(scope));

it('without a scope it says who it is, and in which tenant', () => {
  expect(build(person)).toStrictEqual({ sub: 's', tenant: 'quill' });
});

it('with the scope profile it has the names', () => {
  expect(build(person, 'profile')).toStrictEqual({
    ...{ sub: 's', tenant: 'quill', name: 'Ada B Quill', given_name: 'Ada', family_name: 'Quill' },
    preferred_username: 'ada@example.org',
  });
});

it('names that nobody gave are absent', () => {
  const named = { preferred_username: 'ada@example.org', sub: 's', tenant: 'quill' };
  expect(build(undefined, 'profile')).toStrictEqual(named);
  expect(
    build({ ...person, firstName: undefined, middleName: '' } as unknown as PersonItem, 'profile'),
  ).toStrictEqual({
    ...named,
    name: 'Quill',
    family_name: 'Quill',
  });
});

it('with the scope email it has the address of the person, or else the user name where that is one', () => {
  expect(build(person, 'email')).toStrictEqual({ sub: 's', tenant: 'quill', email: 'own@example.org' });
  expect(build(undefined, 'email').email).toBe('ada@example.org');
  expect(buildPersonClaims('quill', { id: 's', name: 'ada' }, undefined, () => true)).not.toHaveProperty(
    'email',
  );
});
