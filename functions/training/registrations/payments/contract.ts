// What is owed and paid for a registration (docs/interface/training.md#payments).
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { addPaymentDescription, PaymentEntryRequest, PaymentLedger } from '../../payments/schemas.ts';
import { byId, ownReadAccess, path, shared } from '../access.ts';
import { ClassRegistration } from '../presentation/registration-schemas.ts';
import { PaymentRequest } from '../registration-requests.ts';

const writeAccess = { permission: 'training.registrations.write', token: 'tenant' } as const;

export const recordPayment = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Payment`,
  summary: 'Record a payment or refund',
  description: 'A record only: no money is moved. Card data in any field is rejected.',
  params: byId,
  body: PaymentRequest,
  responses: { 200: { description: 'The registration.', body: ClassRegistration } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 6, readUnits: 6, writeUnits: 14 },
  example: { params: { id: '{{registrationId}}' }, body: { state: 'paid', reference: 'PO 2291' } },
});

export const listRegistrationPayments = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}/Payments`,
  summary: 'List the payments of a registration',
  description:
    'Every charge, payment, refund, correction and waiver, with its reference, who entered it and when, and what follows: what is owed, and the state.',
  params: byId,
  responses: { 200: { description: 'The ledger.', body: PaymentLedger } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { id: '{{registrationId}}' } },
});

export const addRegistrationPayment = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Payments`,
  summary: 'Add a payment, refund, correction or waiver to a registration',
  description: addPaymentDescription,
  params: byId,
  body: PaymentEntryRequest,
  responses: { 200: { description: 'The ledger with the entry.', body: PaymentLedger } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 14 },
  example: {
    params: { id: '{{registrationId}}' },
    body: { kind: 'payment', amount: 40, reference: 'CHQ 1045' },
  },
});
