// The payments of invoices (docs/interface/training.md#consolidated-invoices).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { signedMoney } from '../../../../shared/money/amount.ts';
import { entryMethods } from '../../payments/ledger.ts';

const InvoicePaymentRequest = z
  .object({
    amount: signedMoney.nullish().meta({
      description: 'With the decimals of the currency; by default all that is open.',
    }),
    date: z.iso.date().nullish().meta({ description: 'Today in the time zone of the tenant by default.' }),
    method: optionalOrBlank(z.enum(entryMethods).nullable()),
    reference: z.string().trim().min(1).max(100).meta({
      description:
        'The number of the cheque or the transfer. It names this payment: the same one sent again goes on where it stopped, and records nothing twice.',
      example: 'CHQ 4711',
    }),
  })
  .meta({ id: 'InvoicePaymentRequest' });

export const InvoicePayment = z
  .strictObject({
    id: z.uuid().meta({ description: 'Of the invoice.' }),
    number: z.string(),
    currency: z.string(),
    recorded: z.number().meta({ description: 'What of the payment is in the ledgers of the registrations.' }),
    open: z.number().meta({ description: 'What of the invoice is neither paid nor credited, after it.' }),
    pending: z.int().meta({
      description: 'For how many registrations there was no time: send the same request again.',
    }),
    results: z.array(
      z.strictObject({
        registrationId: z.uuid(),
        amount: z.number().meta({ description: 'Its share of the payment.' }),
        isPending: z.literal(true).optional(),
        error: z
          .strictObject({
            code: z.string(),
            message: z.string(),
            target: z.string().optional(),
            details: z.array(z.record(z.string(), z.unknown())).optional(),
          })
          .optional(),
      }),
    ),
  })
  .meta({ id: 'InvoicePayment' });

export const addInvoicePayment = endpoint({
  area: 'training',
  tags: ['Registration'],
  method: 'POST',
  path: '/api/v1/Invoices/{id}/Payments',
  summary: 'Record the payment of an invoice',
  description:
    'Of an invoice for classes. The payment of a consolidated invoice is shared by its registrations in their order, each up to what is open of it, and each gets a receipt. A record only: no money is moved. More than is open is refused. Card data in any field is rejected.',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the invoice.' }) }),
  body: InvoicePaymentRequest,
  responses: { 200: { description: 'What was recorded.', body: InvoicePayment } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'training.registrations.write', token: 'tenant' },
  ifMatch: 'ignored',
  budget: { roundTrips: 14, readUnits: 24, writeUnits: 18 },
  example: { params: { id: '{{openInvoiceId}}' }, body: { amount: 1, reference: 'CHQ 4711' } },
});
