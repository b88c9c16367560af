// Validation: every error of a request at once, each with its own code and target
// (docs/interface/requests.md#validation; docs/interface/limits.md#fields).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaNames } from '../../../shared/http/areas.ts';
import { type Fixture, startFixture } from '../fixture.ts';
import { getErrorCode, getErrorDetails } from '../read-failure.ts';

let fixture: Fixture;
let token: string;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
});
afterAll(() => fixture.stop());

const path = '/api/v1/Records';
const withToken = () => ({ tenant: 'alder', token });

const invalidBody = {
  kind: 'huge',
  count: 100,
  price: -1,
  isActive: 'yes',
  id: 'not-a-uuid',
  mail: 'nobody',
  day: '2026-02-30',
  tags: ['a', 'longer than ten', 'b', 'c'],
  address: { city: '', lines: [1, 'x'.repeat(21)] },
};
const expectedDetails = [
  ['REQUIRED_FIELD', 'name'],
  ['UNKNOWN_VALUE', 'kind'],
  ['OUT_OF_RANGE', 'count'],
  ['OUT_OF_RANGE', 'price'],
  ['INVALID_TYPE', 'isActive'],
  ['INVALID_FORMAT', 'id'],
  ['INVALID_FORMAT', 'mail'],
  ['INVALID_FORMAT', 'day'],
  ['OUT_OF_RANGE', 'tags'],
  ['REQUIRED_FIELD', 'address.city'],
  ['INVALID_TYPE', 'address.lines[0]'],
  ['OUT_OF_RANGE', 'address.lines[1]'],
];

describe.each(areaNames)('area %s', (area) => {
  it('reports every error of a body at once, each with its own code and nested target', async () => {
    const reply = await fixture.call('POST', area, path, { ...withToken(), body: invalidBody });
    expect([reply.status, getErrorCode(area, reply)]).toEqual([400, 'VALIDATION_ERROR']);
    const seen = getErrorDetails(area, reply).map(({ code, target }) => [code, target]);
    expect(seen.sort()).toEqual([...expectedDetails].sort());
    for (const { message, target } of getErrorDetails(area, reply)) expect(message).toContain(target);
  });

  it('reports errors of the query, and matches query names in any case', async () => {
    const reply = await fixture.call(
      'GET',
      area,
      `${path}?PAGESIZE=500&kind=huge&isactive=perhaps`,
      withToken(),
    );
    expect(getErrorDetails(area, reply).map(({ code, target }) => [code, target])).toEqual([
      ['OUT_OF_RANGE', 'pageSize'],
      ['UNKNOWN_VALUE', 'kind'],
      ['INVALID_TYPE', 'isActive'],
    ]);
    expect(reply.text).toContain('pageSize must be between 1 and 200, but was 500.');
  });

  it('reads numbers and booleans from strings, and treats blank values as absent, in a query', async () => {
    const reply = await fixture.call(
      'GET',
      area,
      `${path}?pageSize=%207&IsActive=TRUE&unknown=1`,
      withToken(),
    );
    expect(reply.body).toEqual({ pageSize: 7, isActive: true });
    const blank = await fixture.call('GET', area, `${path}?pageSize=&isActive=`, withToken());
    expect(blank.body).toEqual({ pageSize: 50 });
  });

  it.each([
    ['no body', undefined],
    ['a blank body', ' \n'],
    ['null', 'null'],
  ])('reports that the body is required when there is %s', async (_, body) => {
    const reply = await fixture.call('POST', area, path, { ...withToken(), body });
    expect(reply.status).toBe(400);
    expect(getErrorDetails(area, reply)).toEqual([
      { code: 'REQUIRED_FIELD', target: 'body', message: 'body is required.' },
    ]);
  });

  it.each([
    ['a list', '[]'],
    ['a text', '"name"'],
    ['a number', '1e999'],
    ['a thousand-fold list', '['.repeat(900) + ']'.repeat(900)],
  ])('refuses %s where an object is required', async (_, body) => {
    const reply = await fixture.call('POST', area, path, { ...withToken(), body });
    expect(getErrorDetails(area, reply).map(({ code, target }) => [code, target])).toEqual([
      ['INVALID_TYPE', 'body'],
    ]);
  });

  it('ignores unknown members, including names of the prototype', async () => {
    const body = `{"name":"Rowan ${area}","kind":"small","__proto__":{"name":"no"},"constructor":1,"extra":[{}]}`;
    expect((await fixture.call('POST', area, path, { ...withToken(), body })).status).toBe(201);
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });
});

it('an error names a value at any depth without repeating it', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const reply = await fixture.call('PUT', 'training', `${path}/x`, {
    ...withToken(),
    body: `{"name":${deep},"kind":"small"}`,
  });
  expect(reply.body.error.details[0].message).toBe('name must be a text, but was a list.');
});

it('a text of only blanks is reported as empty', async () => {
  const reply = await fixture.call('POST', 'training', path, {
    ...withToken(),
    body: { name: '   ', kind: 'small' },
  });
  expect(reply.body.error.details).toEqual([
    { code: 'REQUIRED_FIELD', target: 'name', message: 'name must not be empty.' },
  ]);
});

it('an error repeats at most sixty characters of a value', async () => {
  const reply = await fixture.call('POST', 'training', path, {
    ...withToken(),
    body: { name: 'a', kind: 'k'.repeat(500) },
  });
  expect(reply.body.error.message.length).toBeLessThan(120);
});
