// The language of a page or document, and of a mail that a person requests.
import Negotiator from 'negotiator';
import { defaultLanguage, type Language, languages } from './languages.ts';

/** The best language for a header; none where it names no other than unknown ones. */
function findLanguage(acceptLanguage: string | undefined, otherwise: Language): Language | undefined {
  // Of several that are as good, the first.
  const ordered = [otherwise, ...languages.filter((language) => language !== otherwise)];
  const [best] = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages(ordered);
  return languages.find((language) => language === best);
}

/**
 * The language for a person: the first known one that the application names, in the order of its preference (OpenID Connect
 * Core 3.1.2.1, ui_locales), or the best for the browser (RFC 9110 12.5.4), or `otherwise`.
 */
export function chooseLanguage(
  { 'accept-language': acceptLanguage }: Readonly<Record<string, string>>,
  named = '',
  otherwise: Language = defaultLanguage,
): Language {
  const [first] = named
    .split(' ')
    .flatMap((tag) => (/^[A-Za-z0-9-]+$/.test(tag) ? (findLanguage(tag, otherwise) ?? []) : []));
  return (
    first ?? (acceptLanguage === undefined ? undefined : findLanguage(acceptLanguage, otherwise)) ?? otherwise
  );
}
