// GET /api/1.0/bill/{id}/family
import { lambda } from '../../../../shared/http/lambda.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { successReply } from '../../envelopes.ts';
import type { BillItem, NaturalKey } from '../record/bill.ts';
import { requireBill } from '../record/store.ts';
import { getBillFamily } from './contract.ts';
import { loadFamily } from './family.ts';

/** A member of the family; only its natural key is known when it was never imported. */
const presentMember = ({ stateId, session, billNumber }: NaturalKey, bill?: BillItem) => ({
  billId: bill ? Number(bill.id) : null,
  stateId,
  state: stateById(stateId)?.abbreviation ?? '',
  session,
  billNumber,
  title: bill?.title ?? null,
  status: bill?.status ?? null,
  lastActionOn: bill?.lastActionOn ?? null,
  trackingStatus: bill?.trackingStatus ?? null,
  position: bill?.position ?? null,
});

export const handler = lambda(getBillFamily, async ({ params, tenant }) => {
  const bill = await requireBill(tenant, params.id);
  const { bills, notImported, relations } = await loadFamily(tenant, bill);
  const members = [
    ...bills.map((member) => presentMember(member, member)),
    ...notImported.map((member) => presentMember(member)),
  ];
  const familyId = Math.min(...bills.map(({ id }) => Number(id)));
  return successReply(
    { familyId, members, relations },
    `The family of ${bill.billNumber}: ${members.length} bills`,
  );
});
