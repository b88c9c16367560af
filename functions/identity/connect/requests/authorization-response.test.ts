// How an authorization request is answered (RFC 6749 4.1.2, RFC 9207 2, OAuth 2.0 Form Post Response Mode 1).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { en } from '../../languages/en.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import type { ResponseTarget } from './authorization-request.ts';
import { answer, answerError, seeOther } from './authorization-response.ts';

const look = { brand: platformBrand, texts: en };

const { ISSUER } = process.env;
beforeEach(() => {
  process.env.ISSUER = 'https://id.example';
});
afterEach(() => {
  if (ISSUER === undefined) delete process.env.ISSUER;
  else process.env.ISSUER = ISSUER;
});

const target: ResponseTarget = { redirectUri: 'https://app.example/back', responseMode: 'query' };
const locate = (change: Partial<ResponseTarget>) =>
  answer({ ...target, ...change }, { code: 'a b' }, look).headers?.Location;

describe('the answer by a redirect', () => {
  it('has its values in the query, with who answers (RFC 9207 2)', () => {
    expect(locate({})).toBe('https://app.example/back?code=a+b&iss=https%3A%2F%2Fid.example');
  });

  it('has the state as it was sent, also an empty one', () => {
    expect(locate({ state: '<&>' })).toContain('code=a+b&state=%3C%26%3E&iss=');
    expect(locate({ state: '' })).toContain('code=a+b&state=&iss=');
  });

  it("keeps the address's own query (RFC 6749 3.1.2)", () => {
    expect(locate({ redirectUri: 'https://app.example/?a=b' })).toMatch(
      /^https:\/\/app\.example\/\?a=b&code=/,
    );
  });

  it('has its values in the fragment where that was asked for', () => {
    expect(locate({ responseMode: 'fragment', redirectUri: 'https://app.example/?a=b' })).toMatch(
      /^https:\/\/app\.example\/\?a=b#code=a\+b&iss=/,
    );
  });

  it('is a 303, after which a browser sends a GET (RFC 9700 4.12), with other headers', () => {
    const cookie = { 'Set-Cookie': 'a=b' };
    expect(answer(target, {}, look, cookie)).toMatchObject({
      status: 303,
      body: null,
      headers: cookie,
    });
    expect(seeOther('/next')).toMatchObject({ status: 303, headers: { Location: '/next' } });
    // Nobody else sets the address.
    expect(seeOther('/next', { Location: '/other' })).toMatchObject({ headers: { Location: '/next' } });
  });
});

describe('the answer by a form', () => {
  const createForm = () =>
    answer(
      { redirectUri: 'https://app.example/?a=b&c="d"', responseMode: 'form_post', state: '"><script>' },
      { code: 'abc' },
      look,
      { 'Set-Cookie': 'a=b' },
    );

  it('sends its values, in which every text is escaped', () => {
    const form = createForm();
    expect(form).toMatchObject({ status: 200, headers: { 'Set-Cookie': 'a=b' } });
    expect(form.body).toContain('<input type="hidden" name="code" value="abc">');
    expect(form.body).toContain('<input type="hidden" name="iss" value="https://id.example">');
    expect(form.body).toContain('action="https://app.example/?a=b&amp;c=&quot;d&quot;"');
    expect(form.body).toContain('name="state" value="&quot;&gt;&lt;script&gt;"');
    expect(form.body).not.toContain('"><script>');
  });

  it('says of an error that the person goes back, and not that they are signed in', () => {
    const place = { redirectUri: 'https://app.example/', responseMode: 'form_post' } as const;
    const error = { error: 'access_denied', description: 'No.' } as const;
    const { body } = answerError(place, error, look);
    expect(body).toContain('<h1>Back to the application</h1>');
    expect(body).not.toContain('signed in');
    expect(createForm().body).toContain('<h1>You are signed in</h1>');
  });

  it('may be sent to the address of the application', () => {
    expect(createForm().headers?.['Content-Security-Policy']).toContain('https://app.example');
  });
});

it('a refusal has its error and a description (RFC 6749 4.1.2.1)', () => {
  const reply = answerError(target, { error: 'invalid_scope', description: 'No.' }, look);
  expect(reply.headers?.Location).toContain('?error=invalid_scope&error_description=No.&iss=');
});
