// The schema of invoices and credit notes.
import * as z from 'zod';
import { documentKinds } from './invoice.ts';

export const Invoice = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(documentKinds),
    number: z.string().meta({ description: 'Without gaps within its kind.', example: 'INV-000042' }),
    registrationId: z.uuid(),
    confirmationNumber: z.string(),
    issuedDate: z.iso.date().meta({ description: 'In the time zone of the tenant.' }),
    currency: z.string().meta({ description: 'ISO 4217, of all amounts.', example: 'USD' }),
    issuer: z.strictObject({
      name: z.string(),
      addressLines: z.array(z.string()),
      taxNumber: z.string().optional(),
      paymentTerms: z.string().optional(),
      footer: z.string().optional(),
    }),
    recipient: z.strictObject({
      name: z.string(),
      organization: z.string().optional(),
      addressLines: z.array(z.string()),
    }),
    lines: z.array(z.strictObject({ text: z.string(), amount: z.number() })),
    subtotal: z.number().meta({ description: 'The sum of the lines.' }),
    tax: z
      .strictObject({
        name: z.string(),
        rate: z.number().meta({ description: 'In percent.' }),
        isInclusive: z.boolean().meta({ description: 'Whether the lines include it.' }),
        amount: z.number(),
      })
      .optional(),
    total: z.number(),
    balance: z
      .strictObject({
        charged: z.number().meta({ description: 'What the registration costs in all, with this document.' }),
        paid: z.number().meta({ description: 'What was paid and not refunded.' }),
        due: z.number(),
        refundDue: z.number(),
      })
      .meta({ description: 'What the registration owed when the document was issued.' }),
    corrects: z
      .strictObject({ id: z.uuid(), number: z.string() })
      .optional()
      .meta({ description: 'Of a credit note: the invoice that it corrects.' }),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: 'Invoice', description: 'An invoice or a credit note: a snapshot that is never changed.' });
