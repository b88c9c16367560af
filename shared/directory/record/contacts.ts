// E-mail addresses and telephone numbers: any number of each, one of them the main one.
import * as z from 'zod';
import { line } from './fields.ts';

/** A stored e-mail address or telephone number with the use that its owner makes of it. */
export const contactContent = <S extends z.ZodType<string>>(value: S) =>
  z.strictObject({ value, type: line(50).optional() });

/** An e-mail address or telephone number as the interface presents it. */
export const ContactView = z
  .strictObject({
    value: z.string(),
    type: z.string().nullable().meta({ description: 'Its use, such as Work or Mobile.', example: 'Work' }),
    isPrimary: z.boolean().meta({ description: 'Whether it is the main one. Exactly one is.' }),
  })
  .meta({ id: 'Contact', description: 'An e-mail address or a telephone number.' });
export type ContactView = z.infer<typeof ContactView>;

interface Contact {
  readonly value: string;
  readonly type?: string | undefined;
}

/**
 * All contacts, each once, the main one first.
 * @param named the ones with a field of their own, the main one first
 * @param list the others, and uses of the named ones
 */
export function listContacts(
  named: readonly (Contact | undefined)[],
  list: readonly Contact[] = [],
): ContactView[] {
  const byValue = new Map<string, Contact>();
  for (const contact of [...named, ...list]) {
    if (contact === undefined) continue;
    const known = byValue.get(contact.value);
    byValue.set(contact.value, { value: contact.value, type: contact.type ?? known?.type });
  }
  return [...byValue.values()].map(({ value, type }, index) => ({
    value,
    type: type ?? null,
    isPrimary: index === 0,
  }));
}
