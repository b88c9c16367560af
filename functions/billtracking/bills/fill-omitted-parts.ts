// Fills the parts that an import source omits from what is stored of the bill.

import type { TenantStore } from '../../../shared/data/store.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { BillPart, CompleteBill, IncomingBill } from './incoming-bill.ts';
import type { BillContent, BillItem, RollCall } from './record/bill.ts';
import { keepOrder } from './record/keep-order.ts';
import { listActions, listRollCalls } from './record/store.ts';
import { mergeRollCalls, type StatementContext } from './roll-call-sources.ts';

const isContentPart = (part: BillPart): part is Exclude<BillPart, 'actions' | 'rollCalls'> =>
  part !== 'actions' && part !== 'rollCalls';

/** The content, with its omitted parts as they are stored. */
const fillOmittedContent = (
  { content, omitted = [] }: IncomingBill,
  stored: BillItem | undefined,
): BillContent => {
  const { documents = stored?.documents, legiscanTexts = stored?.legiscanTexts, ...rest } = content;
  return {
    ...rest,
    subjects: keepOrder(stored?.subjects, rest.subjects),
    sponsors: keepOrder(stored?.sponsors, rest.sponsors),
    versions: keepOrder(stored?.versions, rest.versions),
    sources: keepOrder(stored?.sources, rest.sources),
    relations: keepOrder(stored?.relations, rest.relations),
    ...(documents !== undefined &&
      documents.length > 0 && { documents: keepOrder(stored?.documents, documents) }),
    ...(legiscanTexts !== undefined &&
      legiscanTexts.length > 0 && { legiscanTexts: keepOrder(stored?.legiscanTexts, legiscanTexts) }),
    ...(stored && pick(stored, omitted.filter(isContentPart))),
  };
};

/** What an import compares of a stored roll call: everything but its number and its keys. */
export const rollCallFields = [
  'description',
  'date',
  'passed',
  'yea',
  'nay',
  'notVoting',
  'absent',
  'votes',
  'identifier',
  'chamber',
  'at',
  'motion',
  'sourceUrl',
  'sources',
] as const satisfies readonly (keyof RollCall)[];

/**
 * The bill, with the parts that its source omits as they are stored, and its roll calls with those that only other sources have. Omitted
 * actions cost a query, and so do the stored roll calls of a bill that has some.
 */
export async function fillOmittedParts(
  tenant: TenantStore,
  incoming: IncomingBill,
  stored: BillItem | undefined,
  statement: Omit<StatementContext, 'isPartial'>,
): Promise<CompleteBill> {
  const { omitted = [], rollCalls = [] } = incoming;
  const [storedActions, rollCallItems] = await Promise.all([
    stored && omitted.includes('actions') ? listActions(tenant, stored.id, { consistent: true }) : undefined,
    stored && stored.rollCallCount > 0 ? listRollCalls(tenant, stored.id, { consistent: true }) : [],
  ]);
  const isPartial = omitted.includes('rollCalls');
  return {
    content: fillOmittedContent(incoming, stored),
    actions: storedActions ?? incoming.actions,
    // A source of some roll calls adds them, or replaces those that it gave before.
    rollCalls: mergeRollCalls(
      rollCallItems.map((item) => pick(item, rollCallFields)),
      rollCalls,
      { ...statement, isPartial },
    ),
  };
}
