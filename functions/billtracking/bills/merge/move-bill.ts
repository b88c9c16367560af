// A bill as it is in another session, with the relations and the hash that an import of it there would give.

import type { TenantStore } from '../../../../shared/data/store.ts';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { rollCallFields } from '../fill-omitted-parts.ts';
import { hashBill } from '../incoming-bill.ts';
import { type BillItem, type BillRelation, contentFields } from '../record/bill.ts';
import { listActions, listRollCalls } from '../record/store.ts';

/** Two sessions of one state: the bills of `from` move to `into`. */
export interface SessionMove {
  readonly from: Session;
  readonly into: Session;
}

/** Whether a relation is to a bill of the session that is merged. */
export const isRelatedTo = (session: Session, { stateId, session: name }: BillRelation): boolean =>
  stateId === session.stateId && foldForSort(name) === foldForSort(session.identifier);

/** The next version of a bill with another content, and the hash of it. Two queries. */
async function applyContent(
  tenant: TenantStore,
  before: BillItem,
  content: Partial<BillItem>,
): Promise<BillItem> {
  const after = { ...before, ...content, version: before.version + 1 };
  const [actions, calls] = await Promise.all([
    listActions(tenant, before.id, { consistent: true }),
    listRollCalls(tenant, before.id, { consistent: true }),
  ]);
  const rollCalls = calls.map((call) => pick(call, rollCallFields));
  const contentHash = hashBill({ content: pick(after, contentFields), actions, rollCalls });
  return { ...after, contentHash };
}

/** The bill in the other session. */
export const moveBill = (tenant: TenantStore, before: BillItem, { into }: SessionMove): Promise<BillItem> =>
  applyContent(tenant, before, {
    sessionId: into.id,
    session: into.identifier,
    sessionName: into.name,
  });

/** The bill with its relations to bills of the session naming the other session. */
export const moveRelations = (
  tenant: TenantStore,
  before: BillItem,
  { from, into }: SessionMove,
): Promise<BillItem> =>
  applyContent(tenant, before, {
    relations: before.relations.map((relation) =>
      isRelatedTo(from, relation) ? { ...relation, session: into.identifier } : relation,
    ),
  });
