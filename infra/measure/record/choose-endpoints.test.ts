// What `npm run record` takes as the name of an endpoint (CONTRIBUTING.md).
import { describe, expect, it } from 'vitest';
import { chooseEndpoints, type NamedEndpoint } from './choose-endpoints.ts';

const declare = (
  name: string,
  method: NamedEndpoint['contract']['method'],
  path: `/${string}`,
  folder: string,
): NamedEndpoint => ({
  name,
  folder,
  handlerFile: `${folder}/${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}.ts`,
  contract: { method, area: 'crm', path },
});

const committees = 'functions/crm/committees';
const endpoints = [
  declare('listPeople', 'GET', '/api/v1/people', 'functions/crm/people'),
  declare('createPerson', 'POST', '/api/v1/people', 'functions/crm/people'),
  declare('getPerson', 'GET', '/api/v1/people/{id}', 'functions/crm/people'),
  declare('getCommittee', 'GET', '/api/v1/Committees/{id}', committees),
  declare('getRoster', 'GET', '/api/v1/Committees/{id}/Roster', `${committees}/roster`),
];
const choose = (...args: string[]) => chooseEndpoints(endpoints, args).map(({ name }) => name);

describe('an argument chooses endpoints', () => {
  it.each([
    ['by name', 'getPerson', ['getPerson']],
    ['by path, of every method', '/api/v1/People', ['listPeople', 'createPerson']],
    ['by method and path', 'POST /api/v1/people', ['createPerson']],
    ['by path with the area', '/crm/api/v1/people/{id}', ['getPerson']],
    ['by path, whatever its parameter is called', '/api/v1/committees/{committeeId}', ['getCommittee']],
    ['by file', 'functions/crm/committees/get-committee.ts', ['getCommittee']],
    ['by contract', 'functions/crm/committees/contract.ts', ['getCommittee', 'getRoster']],
    ['by folder, with the folders in it', './functions/crm/committees/', ['getCommittee', 'getRoster']],
  ])('%s', (_, argument, names) => {
    expect(choose(argument)).toEqual(names);
  });

  it('each once, however often it is named', () => {
    expect(choose('getPerson', 'functions/crm/people', 'getPerson')).toEqual([
      'getPerson',
      'listPeople',
      'createPerson',
    ]);
  });
});

it('an argument that names no endpoint is refused with close names, the closest first', () => {
  expect(() => choose('getPerson', 'getComittee')).toThrow(
    'No endpoint has the name, path, file or folder "getComittee". Close to it: getCommittee, ',
  );
  expect(() => choose('/api/v1/Committees/{id}/Rooster')).toThrow('Close to it: getRoster, ');
  // A part of a folder's name is not a folder.
  expect(() => choose('functions/crm/commit')).toThrow('Close to it: getCommittee, ');
  expect(() => choose('')).toThrow('folder ""');
});
