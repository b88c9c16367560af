// The schemas of invoices, credit notes and receipts.
import * as z from 'zod';
import { entryMethods } from '../../payments/ledger.ts';
import { documentKinds, registrationKinds } from '../ledger/invoice.ts';

const Issuer = z
  .strictObject({
    name: z.string(),
    addressLines: z.array(z.string()),
    taxNumber: z.string().optional(),
    paymentTerms: z.string().optional(),
    footer: z.string().optional(),
  })
  .meta({ id: 'DocumentIssuer' });

const Recipient = z
  .strictObject({
    name: z.string(),
    organization: z.string().optional(),
    addressLines: z.array(z.string()),
  })
  .meta({ id: 'DocumentRecipient' });

const registration = {
  registrationKind: z
    .enum(registrationKinds)
    .meta({ description: 'Whether the registration is for a class or for an award.' }),
  registrationId: z.uuid(),
  confirmationNumber: z
    .string()
    .meta({ description: 'Of a registration for an award: a number that is derived from its id.' }),
} as const;

export const Invoice = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(documentKinds),
    number: z.string().meta({ description: 'Without gaps within its kind.', example: 'INV-000042' }),
    ...registration,
    registrationKind: registration.registrationKind.optional(),
    registrationId: registration.registrationId.optional(),
    confirmationNumber: registration.confirmationNumber.optional(),
    registrations: z
      .array(
        z.strictObject({
          registrationId: z.uuid(),
          confirmationNumber: z.string(),
          personName: z.string(),
          total: z.number(),
        }),
      )
      .optional()
      .meta({
        description:
          'Of a consolidated invoice, which an organization gets for many registrations; it has no registrationId.',
      }),
    isPart: z.boolean().optional().meta({
      description:
        'Whether it is the part of this registration in a consolidated invoice, which has this id and number.',
    }),
    purchaseOrder: z.string().optional(),
    dueDate: z.iso.date().optional().meta({ description: 'Until when an invoice is to be paid.' }),
    issuedDate: z.iso.date().meta({ description: 'In the time zone of the tenant.' }),
    currency: z.string().meta({ description: 'ISO 4217, of all amounts.', example: 'USD' }),
    issuer: Issuer,
    recipient: Recipient,
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

export const Receipt = z
  .strictObject({
    number: z.string().meta({ example: '4821-9075-2' }),
    ...registration,
    entryNumber: z.int().meta({ description: 'Of the payment in the ledger of the registration.' }),
    receivedDate: z.iso.date(),
    currency: z.string().meta({ description: 'ISO 4217, of all amounts.', example: 'USD' }),
    issuer: Issuer,
    recipient: Recipient,
    subject: z.string().meta({ description: 'What was paid for.' }),
    method: z.enum(entryMethods).optional(),
    reference: z.string().optional(),
    amount: z.number(),
    corrections: z
      .array(
        z.strictObject({
          entryNumber: z.int(),
          date: z.iso.date(),
          amount: z.number().meta({ description: 'Added to the amount; may be negative.' }),
        }),
      )
      .meta({ description: 'What was corrected since, the earliest first.' }),
    total: z.number().meta({ description: 'The amount with its corrections.' }),
    recordedDate: z.iso.datetime(),
  })
  .meta({
    id: 'Receipt',
    description:
      'The receipt of a payment. Number, subject, issuer and recipient are as they were when the payment was recorded.',
  });
