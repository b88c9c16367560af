// Which of the languages of a page is the best for a browser.
import Negotiator from 'negotiator';

/** The best language for a header (RFC 9110 12.5.4); undefined where it names only others. */
export const findLanguage = <L extends string>(
  languages: readonly L[],
  acceptLanguage: string | undefined,
): L | undefined => {
  const [best] = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages([...languages]);
  return languages.find((language) => language === best);
};
