// How large a reply to a request that reads may be (docs/interface/limits.md#page-sizes).
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { type Fixture, startFixture } from '../fixture.ts';

const listTexts = endpoint({
  ...{
    area: 'crm',
    summary: 'Texts',
    tags: ['Texts'],
    method: 'GET',
    path: '/api/v1/Texts',
    access: 'public',
  },
  query: z.object({ text: z.string(), times: z.coerce.number() }),
  responses: { 200: { description: 'Texts.', body: z.strictObject({ text: z.string() }) } },
  budget: { roundTrips: 9, readUnits: 9 },
  example: {},
});

let fixture: Fixture;
beforeAll(async () => {
  const handler = lambda(listTexts, ({ query: { text, times } }) => ok({ text: text.repeat(times) }));
  const name = 'listTexts';
  fixture = await startFixture([
    { ...{ name, contract: listTexts, folder: 'test', handlerFile: 'test' }, handler: async () => handler },
  ]);
});
afterAll(() => fixture.stop());

// The member, and what encoding the body as JSON again adds to it: {"text":""} in quotation marks.
const FRAME = 11 + 2 + 4;

it.each([
  ['a', 1],
  ['県', 3],
  // Escaped in the body, and once more where Lambda encodes it.
  ['"', 4],
])('a reply of %j has 5.8 MB, and no more', async (text, bytes) => {
  const times = Math.floor((5_800_000 - FRAME) / bytes);
  const send = (count: number) =>
    fixture.call('GET', 'crm', `/api/v1/Texts?text=${encodeURIComponent(text)}&times=${count}`);
  const largest = await send(times);
  expect([largest.status, largest.body?.text?.length]).toEqual([200, times]);
  const refused = await send(times + 1);
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    400,
    'VALIDATION_ERROR',
    'The reply would have 5.8 MB, and may have at most 5.8 MB: request fewer entries at a time.',
  ]);
  expect((await send(2 * times)).body.error.message).toContain('would have 11.6 MB');
});
