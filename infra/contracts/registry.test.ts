// A handler's file is found by its endpoint's name (docs/requests.md#one-declaration-per-endpoint).
import { describe, expect, it } from 'vitest';
import { listEndpoints } from './registry.ts';

const endpoints = await listEndpoints();

it('finds endpoints in the order of area, path and method', () => {
  const order = endpoints.map(({ contract }) => `${contract.area} ${contract.path} ${contract.method}`);
  expect(order.length).toBeGreaterThan(10);
  expect(order).toEqual([...order].sort());
});

it('looks for endpoints and loads each handler once per process', async () => {
  expect(await listEndpoints()).toBe(endpoints);
  expect(endpoints[0]?.handler()).toBe(endpoints[0]?.handler());
});

describe('the handler of', () => {
  it.each([
    ['listPeople', 'functions/crm/people/list-people.ts'],
    ['signInUser', 'functions/identity/services/sign-in-user.ts'],
    ['authorizeUserForWorkSpace', 'functions/identity/services/authorize-user-for-work-space.ts'],
  ])('%s is in %s', async (name, handlerFile) => {
    const found = endpoints.find((endpoint) => endpoint.name === name);
    expect(found).toMatchObject({ handlerFile, folder: handlerFile.slice(0, handlerFile.lastIndexOf('/')) });
    expect(await found?.handler()).toBeTypeOf('function');
  });
});
