// The language of a page, and of a mail that a person requests.
import Negotiator from 'negotiator';
import { defaultLanguage, type Language, languages, loadTexts, type Texts } from './languages.ts';

/** The best language for a header; none where it names no other than unknown ones. */
const findLanguage = (acceptLanguage: string | undefined): Language | undefined => {
  const [best] = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages([...languages]);
  return languages.find((language) => language === best);
};

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
    .flatMap((tag) => (/^[A-Za-z0-9-]+$/.test(tag) ? (findLanguage(tag) ?? []) : []));
  return named ?? findLanguage(acceptLanguage) ?? defaultLanguage;
}

/** The texts for a person. */
export const readTexts = (headers: Readonly<Record<string, string>>, uiLocales?: string): Promise<Texts> =>
  loadTexts(chooseLanguage(headers, uiLocales));
