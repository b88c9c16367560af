// The rates of tax (docs/interface/training.md#taxes).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { modifiedDate } from '../endpoints.ts';

/** The decimals of a rate in percent. */
export const rateDecimals = 3;

const rate = z
  .number()
  .min(0)
  .max(100)
  .multipleOf(10 ** -rateDecimals)
  .meta({ description: 'In percent, with up to three decimals.', example: 8.875 });
const name = z.string().trim().min(1).max(60).meta({ example: 'Sales tax' });

const TaxSettings = z
  .strictObject({
    rates: z.array(
      z.strictObject({ id: z.uuid(), name: z.string(), rate: z.number(), isInclusive: z.boolean() }),
    ),
    defaultRateId: z
      .uuid()
      .nullable()
      .meta({ description: 'The rate of fees that have none of their own; null for no tax.' }),
    modifiedDate,
  })
  .meta({ id: 'TaxSettings' });

const TaxSettingsRequest = z
  .object({
    rates: z
      .array(
        z.object({
          id: z
            .guid()
            .toLowerCase()
            .nullish()
            .meta({ description: 'Of a rate that there is; without it the rate is new.' }),
          name,
          rate,
          isInclusive: z.boolean().nullish().meta({
            description: 'Whether fees include the tax; false by default: it is added to them.',
          }),
        }),
      )
      .max(50)
      .nullish()
      .meta({
        description: 'All rates. One that is missing is no longer offered; classes that have it keep it.',
      }),
    defaultRateId: z.guid().toLowerCase().nullish().meta({ description: 'Null for no tax.' }),
  })
  .meta({ id: 'TaxSettingsRequest', description: 'Only what is sent is changed.' });
export type TaxSettingsInput = z.output<typeof TaxSettingsRequest>;

const shared = { area: 'training', tags: ['Settings'], path: '/api/v1/Settings/TaxRates' } as const;

export const getTaxRates = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get the rates of tax',
  responses: { 200: { description: 'The rates.', body: TaxSettings } },
  access: { permission: 'training.settings.read', token: 'required' },
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateTaxRates = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Update the rates of tax',
  description:
    'Registrations keep the rate that they were made with. Send the ETag as If-Match to avoid overwriting the changes of others. The change is audited.',
  body: TaxSettingsRequest,
  responses: { 200: { description: 'The updated rates.', body: TaxSettings } },
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 6 },
  example: { body: { rates: [{ name: 'Sales tax', rate: 8.875 }] } },
});
