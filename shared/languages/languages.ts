// The languages that pages, mails and documents have texts in.

/** The tags (RFC 5646), the default one first. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The language where no other is known to be better. */
export const defaultLanguage: Language = 'en';

const isLanguage = (tag: string): tag is Language => languages.some((language) => language === tag);

/** The language of a tenant, as it is stored. */
export const getTenantLanguage = ({
  language = defaultLanguage,
}: {
  readonly language?: string | undefined;
}): Language => (isLanguage(language) ? language : defaultLanguage);
