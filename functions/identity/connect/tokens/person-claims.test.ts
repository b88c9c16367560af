// What a token tells an application of a person, by its scopes (OpenID Connect Core 5.4).
import { expect, it } from 'vitest';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { buildPersonClaims } from './person-claims.ts';

const subject = { id: 's', name: 'ada@example.org' };
const person = {
  firstName: 'Ada',
  middleName: 'B',
  lastName: 'Quill',
  email: 'own@example.org',
} as PersonItem;
const build = (known: PersonItem | undefined, ...scopes: readonly string[]) =>
  buildPersonClaims('quill', subject, {}, known, (scope) => scopes.includes(scope));

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
  expect(build(person, 'email')).toStrictEqual({
    ...{ sub: 's', tenant: 'quill', email: 'own@example.org', email_verified: false },
  });
  expect(build(undefined, 'email').email).toBe('ada@example.org');
  const nameless = buildPersonClaims('quill', { id: 's', name: 'ada' }, {}, undefined, () => true);
  expect(Object.keys(nameless)).not.toEqual(expect.arrayContaining([expect.stringContaining('email')]));
});

it('an address is verified where the person confirmed this one (OpenID Connect Core 5.1)', () => {
  const isVerified = (known: PersonItem | undefined, address: string, by: 'person' | 'platform') =>
    buildPersonClaims('quill', subject, { trustedEmail: { address, by } }, known, () => true).email_verified;
  expect(isVerified(person, 'own@example.org', 'person')).toBe(true);
  expect(isVerified(person, 'Own@Example.org', 'person')).toBe(true);
  expect(isVerified(person, 'own@example.org', 'platform')).toBe(false);
  expect(isVerified(person, 'ada@example.org', 'person')).toBe(false);
  expect(isVerified(undefined, 'ada@example.org', 'person')).toBe(true);
});

it('with the scope profile it has the person of the directory', () => {
  const known = { ...subject, personId: 'p' };
  const build = (granted: string) =>
    buildPersonClaims('quill', known, {}, person, (scope) => scope === granted).person_id;
  expect([build('profile'), build('email')]).toEqual(['p', undefined]);
});
