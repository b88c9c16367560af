// The fields that several records of the directory share.
import * as z from 'zod';
import type { CheckedDay } from '../../time/in-force.ts';

/** A line of text from 1 to `longest` characters. */
export const line = (longest: number) => z.string().min(1).max(longest);

/** A day, YYYY-MM-DD (docs/interface/crm.md#common-fields). */
export const day = z.iso.date();

/** The code of a tenant: a lower-case slug of 2 to 32 characters. */
const tenantId = z.string().meta({ description: 'The code of the tenant.', example: 'demo' });

/** A URL with the scheme http or https, because pages show it as a link. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(2000);

/** A link to a page about a record. */
export const Link = z.strictObject({ url: webAddress, note: line(100).optional() });
export type Link = z.infer<typeof Link>;

/** The link in the interface's form. */
export const LinkView = z
  .strictObject({ url: z.string(), note: z.string().nullable() })
  .meta({ id: 'Link', description: 'A page about the record.' });

/** An id that another system gives the record. */
export const ExternalId = z
  .strictObject({
    scheme: line(100).meta({ description: 'The system that gave the id.', example: 'ocd-person' }),
    identifier: line(300).meta({ description: 'The id in that system.' }),
  })
  .meta({ id: 'ExternalId', description: 'An id that another system gives the record.' });
export type ExternalId = z.infer<typeof ExternalId>;

/** The fields that most records have, set by the system (docs/interface/crm.md#common-fields). */
export const auditFields = {
  createdDate: z.iso.datetime().meta({ description: 'When the record was created, ISO 8601 UTC.' }),
  modifiedDate: z.iso.datetime().meta({ description: 'When the record was last changed, ISO 8601 UTC.' }),
  isActive: z.boolean(),
  tenantId,
} as const;

/** The attributes of a stored record that the system sets. */
export interface RecordMetadata {
  readonly id: string;
  readonly createdDate: string;
  readonly modifiedDate: string;
}

/** The tenant of a presented record, and the day that decides which terms are active. */
export interface PresentContext {
  readonly tenantCode: string;
  readonly today: CheckedDay;
}

/** The link in the interface's form. */
export const presentLink = (link: Link): z.infer<typeof LinkView> => ({
  url: link.url,
  note: link.note ?? null,
});
