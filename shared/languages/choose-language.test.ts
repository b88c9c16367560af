// Which language a page has (RFC 9110 12.5.4; OpenID Connect Core 3.1.2.1, ui_locales).
import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

describe('the language of a page', () => {
  it.each([
    ['es', 'es'],
    ['ES', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['en;q=0.4, es;q=0.5', 'es'],
    ['en;q=0.5, es;q=0.4', 'en'],
    ['fr, es;q=0.2, en;q=0.1', 'es'],
    ['en;q=0, es', 'es'],
    ['es;q=0', 'en'],
    ['fr', 'en'],
    ['esperanto', 'en'],
    ['*', 'en'],
    ['es;q=0, *', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [';;;,,,q=', 'en'],
  ])('of a browser that sends Accept-Language: %s is %s', (header, language) =>
    expect(chooseLanguage(header === undefined ? {} : { 'accept-language': header })).toBe(language),
  );

  it.each([
    ['es', 'es'],
    ['es-419 en', 'es'],
    ['en es', 'en'],
    ['fr-CA es en', 'es'],
    ['fr', 'en'],
    ['*', 'en'],
    ['es;q=0 es', 'es'],
    ['', 'en'],
  ])('is what the application names before that of the browser: ui_locales=%s is %s', (named, language) =>
    expect(chooseLanguage({ 'accept-language': 'en' }, named)).toBe(language),
  );

  it('is that of the browser where the application names unknown ones only', () =>
    expect(chooseLanguage({ 'accept-language': 'es' }, 'fr de')).toBe('es'));
});
