// Every header that a reply can have leaves as a valid field value, whatever text of a user is in it (RFC 9110 5.5;
// docs/interface/requests.md#header-values).
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { listEndpoints } from '../../../infra/contracts/registry.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { exposedHeaders } from '../../../shared/http/middleware/cross-origin-headers.ts';
import { file, ok } from '../../../shared/http/reply.ts';
import { formatLink } from '../../../shared/lists/link.ts';
import { type Fixture, startFixture } from '../fixture.ts';

/** Texts of users, and what breaks a header or makes a second one. */
const texts = [
  'O’Neil',
  '県知事',
  'a b',
  '#grün',
  '\u0085',
  'a\r\nSet-Cookie: x=y',
  '\u0000',
  '\ud800',
  '"\\',
  '😀',
  ' \t',
  '\u007f',
];

const shared = {
  area: 'crm',
  summary: 'A reply',
  tags: ['Replies'],
  method: 'POST',
  access: 'public',
  repeatable: true,
  body: z.object({ name: z.string(), text: z.string() }),
  responses: { 200: { description: 'A reply.', body: z.strictObject({}) } },
  budget: { roundTrips: 9, readUnits: 9 },
  example: {},
} as const;
const replyWithHeader = endpoint({ ...shared, path: '/api/v1/Replies' });
const refuse = endpoint({ ...shared, path: '/api/v1/Refusals', refuses: ['AUTHENTICATION_REQUIRED'] });
const sendFile = endpoint({
  ...shared,
  path: '/api/v1/Attachments',
  responses: { 200: { description: 'A file.', body: Bytes, contentType: 'image/png' } },
});
const handlers = {
  replyWithHeader: lambda(replyWithHeader, ({ body: { name, text } }) =>
    ok(
      {},
      { headers: { [name]: name === 'Location' ? `https://a.example/${text}?q=${text}#${text}` : text } },
    ),
  ),
  refuse: lambda(refuse, ({ body: { text } }) => {
    throw new Failure('AUTHENTICATION_REQUIRED', `${text} is unknown.`, {
      details: [{ code: 'TOKEN_INVALID', message: text, target: text }],
    });
  }),
  sendFile: lambda(sendFile, ({ body: { text } }) =>
    file(Uint8Array.of(1), {
      ...{ contentType: 'image/png', fileName: text },
      headers: { Link: formatLink('next', 'https://a.example/', { [text]: text }) },
    }),
  ),
};

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(
    Object.entries({ replyWithHeader, refuse, sendFile }).map(([name, contract]) => ({
      ...{ name, contract, folder: 'test', handlerFile: 'test' },
      handler: async () => handlers[name as keyof typeof handlers],
    })),
  );
});
afterAll(() => fixture.stop());

const post = (path: string, body: unknown) => fixture.call('POST', 'crm', `/api/v1/${path}`, { body });

const fieldValue = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/;

/** The headers that contracts declare, those that pages may read, and those of pages. */
async function listHeaderNames(): Promise<string[]> {
  const declared = (await listEndpoints()).flatMap(({ contract }) =>
    Object.values(contract.responses).flatMap(({ headers }) => Object.keys(headers ?? {})),
  );
  const ofPages = ['Cache-Control', 'Content-Security-Policy', 'Referrer-Policy', 'Set-Cookie', 'Vary'];
  return [...new Set([...exposedHeaders.split(', '), ...declared, ...ofPages])];
}

it('no header of a reply can be broken by the text in it', async () => {
  const names = await listHeaderNames();
  expect(names).toEqual(expect.arrayContaining(['Location', 'Link', 'X-Total-Count', 'Set-Cookie']));
  for (const name of names)
    for (const text of texts) {
      const reply = await post('Replies', { name, text });
      expect([reply.status, reply.headers.has('set-cookie')], `${name}: ${JSON.stringify(text)}`).toEqual([
        200,
        name === 'Set-Cookie',
      ]);
      expect(reply.headers.get(name)).toMatch(fieldValue);
    }
});

it('Location is an address that browsers read in the same way', async () => {
  for (const text of texts) {
    const { headers } = await post('Replies', { name: 'Location', text });
    const location = headers.get('location') ?? '';
    expect(location).toBe(new URL(location).href);
    expect(new URL(location).origin).toBe('https://a.example');
  }
});

it.each(texts)('a refusal, a file and a link that name %j are sent', async (text) => {
  const refusal = await post('Refusals', { name: 'x', text });
  expect(refusal.status).toBe(401);
  expect(refusal.headers.get('www-authenticate')).toMatch(
    /^Bearer realm="rostrum", error="invalid_token", error_description="[ !#-[\]-~]*"$/,
  );
  const sent = await post('Attachments', { name: 'x', text });
  expect([sent.status, sent.headers.has('set-cookie')]).toEqual([200, false]);
  expect(sent.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[!#$&+\-.^_`|~\w%]*$/,
  );
  expect(sent.headers.get('link')).toMatch(/^<[!-;=?-~]*>; rel="next"$/);
});
