// Ids as callers send them.

/** Whether a text has the form of an id: 32 hexadecimal digits in five groups. */
export const isGuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
