// The payments of a registration for an award (docs/interface/training.md#payments).
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { addPaymentDescription, PaymentEntryRequest, PaymentLedger } from '../../../payments/schemas.ts';
import { byId, ownReadAccess, shared } from '../access.ts';

const path = '/api/v1/AwardsRegistration/{id}/Payments';

export const listAwardPayments = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List the payments of an award registration',
  description:
    'Every charge, payment, refund, correction and waiver, also those of earlier registrations of the person for this award, and what follows: what is owed, and the state.',
  params: byId,
  responses: { 200: { description: 'The ledger.', body: PaymentLedger } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { id: '{{awardRegistrationId}}' } },
});

export const addAwardPayment = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Add a payment, refund, correction or waiver to an award registration',
  description: addPaymentDescription,
  params: byId,
  body: PaymentEntryRequest,
  responses: { 200: { description: 'The ledger with the entry.', body: PaymentLedger } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'training.registrations.write', token: 'tenant' },
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 16 },
  example: {
    params: { id: '{{awardRegistrationId}}' },
    body: { kind: 'payment', amount: 40, reference: 'CHQ 1046' },
  },
});
