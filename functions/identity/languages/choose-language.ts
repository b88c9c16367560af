// The language of a page, and of a mail that a person requests.
import { findLanguage } from '../../../shared/pages/find-language.ts';
import { defaultLanguage, type Language, languages, loadTexts, type Texts } from './languages.ts';

/**
 * The language for a person: the first known one that the application names, in the order of its preference (OpenID Connect
 * Core 3.1.2.1, ui_locales), or the best for the browser (RFC 9110 12.5.4), or English.
 */
export function chooseLanguage(
  { 'accept-language': acceptLanguage }: Readonly<Record<string, string>>,
  uiLocales = '',
): Language {
  const [named] = uiLocales
    .split(' ')
    .flatMap((tag) => (/^[A-Za-z0-9-]+$/.test(tag) ? (findLanguage(languages, tag) ?? []) : []));
  return named ?? findLanguage(languages, acceptLanguage) ?? defaultLanguage;
}

/** The texts for a person. */
export const readTexts = (headers: Readonly<Record<string, string>>, uiLocales?: string): Promise<Texts> =>
  loadTexts(chooseLanguage(headers, uiLocales));
