// What a source does not tell of a bill stays as an earlier one told it.
import type { TenantStore } from '../../../shared/data/store.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import type { BillContent, BillItem, RollCall } from './bill.ts';
import type { BillPart, CompleteBill, IncomingBill, IncomingRollCall } from './incoming-bill.ts';
import { listActions, listRollCalls, type RollCallItem } from './store.ts';

const isContentPart = (part: BillPart): part is Exclude<BillPart, 'actions' | 'rollCalls'> =>
  part !== 'actions' && part !== 'rollCalls';

/** The content with the parts that are not told as they are kept. */
function fillOmittedContent(
  { content, omitted = [] }: IncomingBill,
  kept: BillItem | undefined,
): BillContent {
  if (!kept) return content;
  const parts = omitted.filter(isContentPart).map((part) => [part, kept[part]] as const);
  return { ...content, ...omitUndefined(Object.fromEntries(parts)) };
}

/** A roll call as a source told it, without what the table adds. */
const toRollCall = (item: RollCallItem): RollCall => ({
  description: item.description,
  date: item.date,
  passed: item.passed,
  yea: item.yea,
  nay: item.nay,
  notVoting: item.notVoting,
  absent: item.absent,
  votes: item.votes,
  ...omitUndefined({
    identifier: item.identifier,
    chamber: item.chamber,
    at: item.at,
    motion: item.motion,
    sourceUrl: item.sourceUrl,
  }),
});

/** A roll call of which only the counts are told keeps the votes that are known of it. */
const fillOmittedVotes = (rollCall: IncomingRollCall, kept: readonly RollCall[]): RollCall => {
  const { identifier } = rollCall;
  const same = identifier === undefined ? undefined : kept.find((one) => one.identifier === identifier);
  return { ...rollCall, votes: rollCall.votes ?? same?.votes ?? [] };
};

/**
 * The bill with what its source does not tell as it is kept. A bill that is told whole costs no read; actions and roll
 * calls that are not told cost a query each.
 */
export async function fillOmittedParts(
  tenant: TenantStore,
  incoming: IncomingBill,
  kept: BillItem | undefined,
): Promise<CompleteBill> {
  const { omitted = [], rollCalls = [] } = incoming;
  const needsCalls = omitted.includes('rollCalls') || rollCalls.some(({ votes }) => votes === undefined);
  const [keptActions, keptCalls] = await Promise.all([
    kept && omitted.includes('actions') ? listActions(tenant, kept.id, { consistent: true }) : undefined,
    kept && needsCalls ? listRollCalls(tenant, kept.id, { consistent: true }) : [],
  ]);
  const calls = keptCalls.map(toRollCall);
  return {
    content: fillOmittedContent(incoming, kept),
    actions: keptActions ?? incoming.actions,
    rollCalls:
      kept && omitted.includes('rollCalls')
        ? calls
        : rollCalls.map((rollCall) => fillOmittedVotes(rollCall, calls)),
  };
}
