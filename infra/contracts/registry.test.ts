// A handler's file is found by its endpoint's name (design.md 3).
import { describe, expect, it } from 'vitest';
import { fileNameOf, registeredEndpoints } from './registry.ts';

describe('fileNameOf', () => {
  it.each([
    ['listPeople', 'list-people'],
    ['authrize', 'authrize'],
    ['authorizeUserForWorkSpace', 'authorize-user-for-work-space'],
    ['getURL', 'get-url'],
    ['getURLOfPage', 'get-url-of-page'],
    ['jwks', 'jwks'],
  ])('%s -> %s', (name, file) => {
    expect(fileNameOf(name)).toBe(file);
  });
});

it('finds endpoints in the order of area, path and method, each with folder and handler', async () => {
  const endpoints = await registeredEndpoints();
  const order = endpoints.map(({ contract }) => `${contract.area} ${contract.path} ${contract.method}`);
  expect(order).toEqual([...order].sort());
  const people = endpoints.find(({ name }) => name === 'listPeople');
  expect(people).toMatchObject({ folder: 'functions/crm/people', handlerFile: 'functions/crm/people/list-people.ts' });
});
