// A postal address of a directory record.
import * as z from 'zod';
import { line } from './fields.ts';

/** A stored address; fields that its source did not give are absent. */
export const AddressContent = z.strictObject({
  id: z.uuid(),
  type: line(50),
  label: line(50).optional(),
  street: line(300).optional(),
  street2: line(300).optional(),
  city: line(100).optional(),
  state: line(100).optional(),
  zipCode: line(20).optional(),
  country: line(60).optional(),
  phone: line(50).optional(),
  fax: line(50).optional(),
  isActive: z.boolean().optional(),
});
export type AddressContent = z.infer<typeof AddressContent>;

/**
 * An address as the interface presents it (docs/interface/crm.md#person-fields): every field is present, `null` where
 * nothing is known.
 */
export const Address = z
  .strictObject({
    id: z.uuid(),
    type: z.string().meta({ description: 'The use of the address; the first one is "Primary".' }),
    label: z
      .string()
      .nullable()
      .meta({ description: 'The label that the source gave it.', example: 'capitol' }),
    street: z.string().nullable().meta({ example: '12 Harbor Street' }),
    street2: z.string().nullable(),
    city: z.string().nullable().meta({ example: 'Rivertown' }),
    state: z.string().nullable().meta({ example: 'MD' }),
    zipCode: z.string().nullable().meta({ example: '21401' }),
    country: z.string().nullable().meta({ example: 'US' }),
    phone: z.string().nullable(),
    fax: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'Address', description: 'A postal address of a person or an organization.' });
export type Address = z.infer<typeof Address>;

/** The address in the interface's form. */
export function presentAddress(address: AddressContent): Address {
  return {
    id: address.id,
    type: address.type,
    label: address.label ?? null,
    street: address.street ?? null,
    street2: address.street2 ?? null,
    city: address.city ?? null,
    state: address.state ?? null,
    zipCode: address.zipCode ?? null,
    country: address.country ?? null,
    phone: address.phone ?? null,
    fax: address.fax ?? null,
    isActive: address.isActive ?? true,
  };
}
