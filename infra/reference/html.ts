// Writes text into HTML so that it stays text.
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** A value as JSON inside a script element: nothing in it can end the element. */
export const toEmbeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
