// The fields of a tenant's own texts: a name in double braces, such as {{className}}.

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The different names of the fields in a text, in their order. */
export const extractFields = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
];

/** The text with the values of its fields; a field without a value leaves no gap. */
export const fillFields = (text: string, getValue: (name: string) => string | undefined): string =>
  text.replace(placeholder, (_, name: string) => getValue(name) ?? '');

/** A text as one line: a value must not add a second one to a subject, which has only one (RFC 5322 2.2). */
export const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
