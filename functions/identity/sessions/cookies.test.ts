// The cookies of the sign-in pages (RFC 6265bis 4.1.3.2, OWASP ASVS 3.4).
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clearSessionCookie,
  generateCookieToken,
  hashCookieToken,
  readCookie,
  setCookie,
} from './cookies.ts';

const { ISSUER } = process.env;
beforeEach(() => {
  process.env.ISSUER = 'https://id.example';
});
afterEach(() => {
  if (ISSUER === undefined) delete process.env.ISSUER;
  else process.env.ISSUER = ISSUER;
});

const value = 'a_-'.repeat(14).concat('Z');

describe('a cookie', () => {
  it('has 256 random bits, of which a hash is stored', () => {
    const token = generateCookieToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(generateCookieToken()).not.toBe(token);
    expect(hashCookieToken(token)).toBe(createHash('sha256').update(token).digest('base64url'));
  });

  it('is of this host alone, by https, and not for scripts or requests of other sites', () => {
    const secure = `__Host-rostrum-browser=${value}; Path=/; HttpOnly; SameSite=Lax; Secure`;
    expect(setCookie('rostrum-browser', value)).toEqual({ 'Set-Cookie': secure });
    expect(setCookie('rostrum-browser', value, 60)).toEqual({ 'Set-Cookie': `${secure}; Max-Age=60` });
    expect(clearSessionCookie()).toEqual({
      'Set-Cookie': '__Host-rostrum-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    });
  });

  it('has another name on the local platform, which is served by http', () => {
    process.env.ISSUER = 'http://localhost:8080/https:';
    expect(setCookie('rostrum-session', value)).toEqual({
      'Set-Cookie': `rostrum-session=${value}; Path=/; HttpOnly; SameSite=Lax`,
    });
    expect(readCookie(`rostrum-session=${value}`, 'rostrum-session')).toBe(value);
    expect(readCookie(`__Host-rostrum-session=${value}`, 'rostrum-session')).toBeUndefined();
  });
});

describe('the header Cookie', () => {
  const name = '__Host-rostrum-session';

  it.each([
    `${name}=${value}`,
    `other=1; ${name}=${value}; __Host-rostrum-browser=x`,
    ` ${name} = ${value} `,
    `novalue;${name}=${value}`,
  ])('has the value: %s', (header) => expect(readCookie(header, 'rostrum-session')).toBe(value));

  it.each([
    undefined,
    '',
    name,
    `${name}=`,
    `${name}=${value}a`,
    `${name}=a${value}`,
    `${name}=${value.slice(1)}`,
    `${name}=${value.slice(1)}=`,
    `rostrum-session=${value}`,
    `x${name}=${value}`,
    `${name}x=${value}`,
    // The first one counts: somebody else may have planted a second one.
    `${name}=planted; ${name}=${value}`,
  ])('does not have it: %s', (header) => expect(readCookie(header, 'rostrum-session')).toBeUndefined());
});
