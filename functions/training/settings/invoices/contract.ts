// Who issues invoices, and how they are numbered (docs/interface/training.md#invoices).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { defaultAccounts } from '../../training-settings.ts';
import { modifiedDate } from '../endpoints.ts';

type AccountName = keyof typeof defaultAccounts;
const accountNames = Object.keys(defaultAccounts) as AccountName[];

/** A field for each account of the journal. */
const mapAccounts = <T>(build: (name: AccountName) => T): Record<AccountName, T> =>
  Object.fromEntries(accountNames.map((name) => [name, build(name)])) as Record<AccountName, T>;

const InvoiceSettingsView = z
  .strictObject({
    legalName: z
      .string()
      .nullable()
      .meta({ description: 'Who issues invoices; null for the name of the tenant.' }),
    addressLines: z.array(z.string()),
    taxNumber: z.string().nullable(),
    invoicePrefix: z.string(),
    creditNotePrefix: z.string(),
    paymentTerms: z.string().nullable().meta({ description: 'Below the total of invoices.' }),
    footer: z.string().nullable().meta({ description: 'At the foot of every page.' }),
    paymentDays: z
      .int()
      .nullable()
      .meta({ description: 'In how many days after its issue an invoice is to be paid.' }),
    reminderDays: z
      .array(z.int())
      .meta({ description: 'How many days after that the recipient of an unpaid invoice is reminded.' }),
    accounts: z.strictObject(mapAccounts(() => z.string())).meta({
      description: 'The accounts of the journal.',
    }),
    modifiedDate,
  })
  .meta({ id: 'InvoiceSettings' });

/** A year. */
const mostPaymentDays = 365;
const mostReminderDays = 365;

const text = (most: number) => z.string().trim().max(most);
/** Numbers follow it: with a digit at its end, the numbers of two prefixes could be the same. */
const prefix = text(20).regex(
  /^(?:[A-Za-z0-9 ._-]*[A-Za-z._-])?$/,
  'letters, digits, spaces and . _ -, with no digit at the end',
);

const InvoiceSettingsRequest = z
  .object({
    legalName: text(200).nullish().meta({ description: 'Null for the name of the tenant.' }),
    addressLines: z.array(text(100).min(1)).max(8).nullish(),
    taxNumber: text(60).nullish().meta({ example: '93-1234567' }),
    invoicePrefix: prefix.nullish().meta({ description: 'Null for INV-.', example: 'INV-' }),
    creditNotePrefix: prefix.nullish().meta({ description: 'Null for CN-.', example: 'CN-' }),
    paymentTerms: text(500).nullish().meta({ example: 'Payable within 30 days.' }),
    footer: text(500).nullish(),
    paymentDays: z.int().min(0).max(mostPaymentDays).nullish().meta({
      description: 'Null for invoices without a due date. Invoices keep the date that they were issued with.',
      example: 30,
    }),
    accounts: z
      .object(mapAccounts((name) => text(100).nullish().meta({ example: defaultAccounts[name] })))
      .nullish()
      .meta({ description: 'Only what is sent is changed; null stands for the default.' }),
    reminderDays: z
      .array(z.int().min(1).max(mostReminderDays))
      .max(5)
      .nullish()
      .meta({
        description: 'Of invoices that are issued from now on. Null for no reminders.',
        example: [7, 30],
      }),
  })
  .meta({ id: 'InvoiceSettingsRequest', description: 'Only what is sent is changed; null removes it.' });
export type InvoiceSettingsInput = z.output<typeof InvoiceSettingsRequest>;

const shared = { area: 'training', tags: ['Settings'], path: '/api/v1/Settings/Invoices' } as const;

export const getInvoiceSettings = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get who issues invoices',
  responses: { 200: { description: 'The settings.', body: InvoiceSettingsView } },
  access: { permission: 'training.settings.read', token: 'required' },
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateInvoiceSettings = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Update who issues invoices',
  description:
    'Documents that were issued stay as they are, and numbers go on with a new prefix. A prefix that invoices were printed with is refused for credit notes and the other way round, so that no number is ever printed on two documents. Send the ETag as If-Match to avoid overwriting the changes of others. The change is audited.',
  body: InvoiceSettingsRequest,
  responses: { 200: { description: 'The updated settings.', body: InvoiceSettingsView } },
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 6 },
  example: {
    body: {
      legalName: 'Association of Counties, Inc.',
      addressLines: ['1 Main Street', 'Alder Falls, OR 97000'],
    },
  },
});
