// Fills the parts that an import source omits from what is stored of the bill.
import { pick } from '../../../shared/data/pick.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { BillContent, BillItem, RollCall } from './bill.ts';
import type { BillPart, CompleteBill, IncomingBill, IncomingRollCall } from './incoming-bill.ts';
import { listActions, listRollCalls } from './store.ts';

const isContentPart = (part: BillPart): part is Exclude<BillPart, 'actions' | 'rollCalls'> =>
  part !== 'actions' && part !== 'rollCalls';

/** The content, with its omitted parts as they are stored. */
const fillOmittedContent = (
  { content, omitted = [] }: IncomingBill,
  stored: BillItem | undefined,
): BillContent => {
  const { documents = stored?.documents, ...rest } = content;
  return {
    ...rest,
    ...(documents !== undefined && documents.length > 0 && { documents }),
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
] as const satisfies readonly (keyof RollCall)[];

/** A roll call with counts only gets its stored votes. */
const fillOmittedVotes = (rollCall: IncomingRollCall, stored: readonly RollCall[]): RollCall => {
  const { identifier } = rollCall;
  const same =
    identifier === undefined ? undefined : stored.find((rollCall) => rollCall.identifier === identifier);
  return { ...rollCall, votes: rollCall.votes ?? same?.votes ?? [] };
};

/** The stored roll calls that are not among the given ones. */
const omitSame = (stored: readonly RollCall[], given: readonly IncomingRollCall[]): readonly RollCall[] =>
  stored.filter(
    ({ identifier }) => !given.some((one) => one.identifier !== undefined && one.identifier === identifier),
  );

/**
 * The bill, with the parts that its source omits as they are stored. A bill without omitted parts costs no read;
 * omitted actions and omitted roll calls cost a query each.
 */
export async function fillOmittedParts(
  tenant: TenantStore,
  incoming: IncomingBill,
  stored: BillItem | undefined,
): Promise<CompleteBill> {
  const { omitted = [], rollCalls = [] } = incoming;
  const needsRollCalls = omitted.includes('rollCalls') || rollCalls.some(({ votes }) => votes === undefined);
  const [storedActions, rollCallItems] = await Promise.all([
    stored && omitted.includes('actions') ? listActions(tenant, stored.id, { consistent: true }) : undefined,
    stored && needsRollCalls ? listRollCalls(tenant, stored.id, { consistent: true }) : [],
  ]);
  const storedRollCalls = rollCallItems.map((item) => pick(item, rollCallFields));
  return {
    content: fillOmittedContent(incoming, stored),
    actions: storedActions ?? incoming.actions,
    rollCalls: [
      // A source of some roll calls adds them, or replaces those that it gave before.
      ...(stored && omitted.includes('rollCalls') ? omitSame(storedRollCalls, rollCalls) : []),
      ...rollCalls.map((rollCall) => fillOmittedVotes(rollCall, storedRollCalls)),
    ],
  };
}
