// GET /api/1.0/bill/{id}/family
import { lambda } from '../../../shared/http/lambda.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { successReply } from '../envelopes.ts';
import type { BillItem } from './bill.ts';
import { getBillFamily } from './contract.ts';
import { loadFamily } from './family.ts';
import { type NaturalKey, requireBill } from './store.ts';

const stateAbbreviation = ({ stateId }: NaturalKey): string => stateById(stateId)?.abbreviation ?? '';

const presentMember = (bill: BillItem) => ({
  billId: Number(bill.id),
  stateId: bill.stateId,
  state: stateAbbreviation(bill),
  session: bill.session,
  billNumber: bill.billNumber,
  title: bill.title,
  status: bill.status,
  lastActionOn: bill.lastActionOn ?? null,
  trackingStatus: bill.trackingStatus,
  position: bill.position,
});

const presentNotImported = (bill: NaturalKey) => ({
  billId: null,
  stateId: bill.stateId,
  state: stateAbbreviation(bill),
  session: bill.session,
  billNumber: bill.billNumber,
  title: null,
  status: null,
  lastActionOn: null,
  trackingStatus: null,
  position: null,
});

export const handler = lambda(getBillFamily, async ({ params, tenant }) => {
  const bill = await requireBill(tenant, params.id);
  const family = await loadFamily(tenant, bill);
  const members = [...family.bills.map(presentMember), ...family.notImported.map(presentNotImported)];
  const ids = family.bills.map(({ id }) => Number(id));
  return successReply(
    { familyId: Math.min(...ids), members, relations: family.relations },
    `The family of ${bill.billNumber}: ${members.length} bills`,
  );
});
