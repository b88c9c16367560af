// Tenant codes and the keys that a scope can make (docs/data.md#tenant-keys).
import { describe, expect, it } from 'vitest';
import { openPlatformStore, openTenantStore } from './store.ts';
import { parseTenantCode } from './tenant/tenant-code.ts';

describe('a tenant code', () => {
  it.each([
    ['demo', 'demo'],
    [' DEMO ', 'demo'],
    ['A1', 'a1'],
    ['a-b-c', 'a-b-c'],
    ['x'.repeat(32), 'x'.repeat(32)],
  ])('%j is read as %s', (text, code) => {
    expect(parseTenantCode(text)).toBe(code);
  });
  it.each([
    '',
    'a',
    '-a',
    'a b',
    'a#b',
    'a/b',
    'ä',
    'demo\u0000',
    'demo\n#',
    'x'.repeat(33),
    '__proto__',
    '*',
    'T#demo#',
  ])('%j is not a tenant code', (text) => {
    expect(parseTenantCode(text)).toBeUndefined();
  });
});

it('every key of a scope begins with the scope, including those of the index', () => {
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  const tenant = openTenantStore(code);
  expect(tenant.key('PERSON#1', 'PERSON')).toEqual({ pk: 'T#alder#PERSON#1', sk: 'PERSON' });
  expect(tenant.key('../T#birch#', 'X').pk).toBe('T#alder#../T#birch#');
  expect(tenant.partition('CHANGES')).toEqual({ name: 'T#alder#CHANGES', index: 'table' });
  expect(tenant.listing('PEOPLE')).toEqual({ name: 'T#alder#PEOPLE', index: 'gsi1' });
  expect(openPlatformStore().key('KEYS', 'k').pk).toBe('P#KEYS');
  expect(openPlatformStore().tenant(code).prefix).toBe('T#alder#');
});
