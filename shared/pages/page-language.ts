// What a page says of its language to browsers, screen readers and caches.

/** The headers of a page that another browser may get in another language (RFC 9110 8.5, 12.5.5). */
export const buildLanguageHeaders = (language: string) => ({
  'Content-Language': language,
  Vary: 'Accept-Language',
});
