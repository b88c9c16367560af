// Requests that no client library would send: prototype names, broken escapes, odd paths. Never a 5xx
// (docs/interface/requests.md#unknown-paths).
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaNames } from '../../../shared/http/areas.ts';
import { type Fixture, startFixture } from '../fixture.ts';
import { rawRequest } from './raw-request.ts';

let fixture: Fixture;
let token: string;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
});
afterAll(() => fixture.stop());

const path = '/api/v1/Records';
const withToken = () => ({ tenant: 'alder', token });
const prototypeNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

describe.each(areaNames)('area %s', (area) => {
  it.each(prototypeNames)(
    'takes %s as the name of a query parameter, a header and a member',
    async (name) => {
      const query = await fixture.call('GET', area, `${path}?${name}=1&${name}=2&pageSize=3`, withToken());
      expect([query.status, query.body.pageSize]).toEqual([200, 3]);
      const header = await fixture.call('GET', area, path, { ...withToken(), headers: { [name]: '1' } });
      expect(header.status).toBe(200);
      expect((await fixture.call('GET', area, `${path}/${name}`, withToken())).status).toBe(404);
      const body = `{"${name}":{"x":1},"name":{"${name}":1},"kind":"${name}"}`;
      expect((await fixture.call('POST', area, path, { ...withToken(), body })).status).toBe(400);
    },
  );

  it.each(
    [
      '%',
      '%zz',
      '%00',
      '%ff%fe',
      '%2F..%2F',
      '%ED%A0%80',
      '%F0%9F%98%80',
      '..%2f..%2fetc',
      "'%20OR%201=1",
      'a%0d%0ab',
      '\u00fc'.normalize(),
      'x'.repeat(61),
      encodeURIComponent('\u0000'),
    ].map((id) => [id]),
  )('answers for the id %j as for any other that names nothing', async (id) => {
    const reply = await fixture.call(
      'GET',
      area,
      `${path}/${encodeURI(id).replaceAll('%25', '%')}`,
      withToken(),
    );
    expect([400, 404]).toContain(reply.status);
  });

  it('reads a query with any content, and one of six kilobytes', async () => {
    for (const query of [
      '?&&==&=a&b',
      `?pageSize=1&x=${'y'.repeat(6000)}`,
      '?%zz=%zz&pageSize=1',
      '?pageSize=1&pageSize=2',
      '?pageSize[]=1',
    ])
      expect([200, 400]).toContain((await fixture.call('GET', area, path + query, withToken())).status);
  });

  it('reads bodies with any bytes', async () => {
    const bodies = [
      '{"name":"\\ud800","kind":"small"}',
      '{"name":"\\u0000","kind":"small"}',
      '{"kind":"small","name":1e400}',
      '\u{feff}{}',
    ];
    for (const body of bodies)
      expect((await fixture.call('POST', area, path, { ...withToken(), body })).status, body).toBeLessThan(
        500,
      );
    const binary = await rawRequest(fixture.port, 'POST', `/${area}${path}`, {
      headers: {
        'api-version': '1.0',
        'tenant-code': 'alder',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      body: Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
    });
    expect(binary.status).toBe(400);
  });

  it('refuses JSON that is not UTF-8 with 400, and one that is compressed with 415', async () => {
    const json = Buffer.from('{"name":"Zo\u00eb","kind":"small"}', 'latin1');
    for (const [body, coding, status] of [
      [json, {}, 400],
      [gzipSync('{"name":"Zoe","kind":"small"}'), { 'Content-Encoding': 'gzip' }, 415],
    ] as const) {
      const reply = await rawRequest(fixture.port, 'POST', `/${area}${path}`, {
        headers: {
          ...{ 'api-version': '1.0', 'tenant-code': 'alder', Authorization: `Bearer ${token}` },
          ...{ 'Content-Type': 'application/json', ...coding },
        },
        body,
      });
      expect(reply.status, reply.text).toBe(status);
    }
  });
});

it.each([
  '//',
  '///crm',
  '/crm',
  '/crm/',
  '/%',
  '//crm/api/v1/Records',
  '/crm//api/v1/Records',
  '/crm/../../x',
  '*',
  'http://other/crm/api/v1/Ping',
  '/constructor',
  '/__proto__/x',
])('answers %s with a status below 500', async (odd) => {
  const reply = await rawRequest(fixture.port, odd === '*' ? 'OPTIONS' : 'GET', odd);
  expect(reply.status).toBeLessThan(500);
});
