// What a draft that waits finds when it looks at its bill or its committee. The records decide, not the change that led to the
// look: a change that comes twice or late finds the same.
import type { SendWhen, waitEnds } from '../../../../../shared/broadcasts/send-when.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { vacancyStatusOn } from '../../../../../shared/directory/committees/committee-vacancy.ts';
import { findBill, listComingHearings } from '../../../../../shared/legislature/bill-hearings.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { loadSeats } from '../../../committees/members/seats.ts';

/** An event that is there: the id of its record, and in words. */
interface FoundEvent {
  readonly id: string;
  readonly what: string;
}

/** What there is by now. */
export interface Look {
  readonly found: readonly FoundEvent[];
  /** Why no further one can come; empty where one can. */
  readonly over: readonly {
    readonly reason: Exclude<(typeof waitEnds)[number], 'expired'>;
    readonly detail: string;
    readonly of: 'billId' | 'committeeId' | 'positionId';
  }[];
  /** The next day on which there is one, without any change before. */
  readonly nextDay?: string | undefined;
}

interface LookContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly timeZone: string };
  /** By the tenant's clock. */
  readonly now: Date;
}

async function lookAtBill({ tenant, now }: LookContext, billId: string): Promise<Look> {
  const [bill, hearings] = await Promise.all([
    findBill(tenant, billId),
    listComingHearings(tenant, billId, now),
  ]);
  const over = (reason: 'subject-gone' | 'subject-decided', detail: string): Look['over'] => [
    { reason, detail, of: 'billId' },
  ];
  if (!bill) return { found: [], over: over('subject-gone', 'The bill does not exist.') };
  return {
    found: hearings.map(({ id, title, startDate }) => ({
      id,
      what: `${bill.billNumber} is scheduled for a hearing on ${startDate}: ${title}.`,
    })),
    over:
      bill.stage === 'DECIDED'
        ? over('subject-decided', `${bill.billNumber} is decided: ${bill.status}.`)
        : [],
  };
}

/** Why a record is no subject: it is not there, or not active. */
function describeGone(
  what: string,
  record: { readonly name: string; readonly isActive?: boolean | undefined } | undefined,
): string | undefined {
  if (!record) return `The ${what} does not exist.`;
  return record.isActive === false ? `${record.name} is not active.` : undefined;
}

async function lookAtCommittee(
  { tenant, settings, now }: LookContext,
  committeeId: string,
  positionId: string | undefined,
): Promise<Look> {
  const { committee, memberships, vacancies, definitions } = await loadSeats(tenant, committeeId);
  const findPosition = (id: string) => definitions.positions.find((each) => each.id === id);
  const gone = [
    ['committeeId', describeGone('committee', committee)],
    ['positionId', positionId === undefined ? undefined : describeGone('position', findPosition(positionId))],
  ] as const;
  const over = gone.flatMap(([of, detail]) =>
    detail === undefined ? [] : [{ reason: 'subject-gone' as const, detail, of }],
  );
  if (over.length > 0) return { found: [], over };
  const today = toLocalDate(settings.timeZone, now);
  const own = vacancies
    .filter((vacancy) => positionId === undefined || vacancy.positionId === positionId)
    .map((vacancy) => ({ vacancy, status: vacancyStatusOn(vacancy, memberships, today) }));
  const select = (wanted: 'open' | 'upcoming') =>
    own.filter(({ status }) => status === wanted).map(({ vacancy }) => vacancy);
  return {
    found: select('open').map(({ id, positionId: of, openedOn }) => ({
      id,
      what: `${findPosition(of)?.name ?? 'A seat'} of ${committee?.name} is vacant since ${openedOn}.`,
    })),
    over,
    nextDay: select('upcoming')
      .map(({ openedOn }) => openedOn)
      .sort()
      .at(0),
  };
}

/** What a draft finds that does not know it: the event for which it waits. */
export const findEvent = (
  { found }: Pick<Look, 'found'>,
  { known, happened }: Pick<SendWhen, 'known' | 'happened'>,
): FoundEvent | undefined =>
  found.find(({ id }) => id === happened?.recordId) ?? found.find(({ id }) => !known.includes(id));

/** What a draft finds. Two queries and what they read. */
export const look = (
  context: LookContext,
  { billId, committeeId = '', positionId }: Pick<SendWhen, 'billId' | 'committeeId' | 'positionId'>,
): Promise<Look> =>
  billId === undefined ? lookAtCommittee(context, committeeId, positionId) : lookAtBill(context, billId);
