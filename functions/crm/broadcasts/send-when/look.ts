// What a draft that waits finds when it looks at its bill or its committee. The records decide, not the change that led to the
// look: a change that comes twice or late finds the same.
import type { SendWhen, waitEnds } from '../../../../shared/broadcasts/send-when.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { vacancyStatusOn } from '../../../../shared/directory/committee-vacancy.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { findBill, listComingHearings } from '../../../../shared/legislature/bill-hearings.ts';
import { loadSeats } from '../../committees/members/seats.ts';

/** An event that is there: the id of its record, and in words. */
interface FoundEvent {
  readonly id: string;
  readonly what: string;
}

/** What there is by now. */
export interface Look {
  readonly found: readonly FoundEvent[];
  /** Why no further one can come. */
  readonly over?:
    | {
        readonly reason: Exclude<(typeof waitEnds)[number], 'expired'>;
        readonly detail: string;
        readonly of: 'billId' | 'committeeId' | 'positionId';
      }
    | undefined;
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
  if (!bill)
    return { found: [], over: { reason: 'subject-gone', detail: 'The bill does not exist.', of: 'billId' } };
  return {
    found: hearings.map(({ id, title, startDate }) => ({
      id,
      what: `${bill.billNumber} is scheduled for a hearing on ${startDate}: ${title}.`,
    })),
    ...(bill.stage === 'DECIDED' && {
      over: {
        reason: 'subject-decided',
        detail: `${bill.billNumber} is decided: ${bill.status}.`,
        of: 'billId',
      },
    }),
  };
}

async function lookAtCommittee(
  { tenant, settings, now }: LookContext,
  committeeId: string,
  positionId: string | undefined,
): Promise<Look> {
  const { committee, memberships, vacancies, definitions } = await loadSeats(tenant, committeeId);
  const position = definitions.positions.find(({ id }) => id === positionId);
  const over = (detail: string, of: 'committeeId' | 'positionId'): Look => ({
    ...{ found: [], over: { reason: 'subject-gone', detail, of } },
  });
  if (!committee) return over('The committee does not exist.', 'committeeId');
  if (committee.isActive === false) return over(`${committee.name} is not active.`, 'committeeId');
  if (positionId !== undefined && !position) return over('The position does not exist.', 'positionId');
  if (position?.isActive === false) return over(`${position.name} is not active.`, 'positionId');
  const today = toLocalDate(settings.timeZone, now);
  const own = vacancies.filter((vacancy) => positionId === undefined || vacancy.positionId === positionId);
  const statusOf = (vacancy: (typeof own)[number]) => vacancyStatusOn(vacancy, memberships, today);
  const nameOf = (id: string): string =>
    definitions.positions.find((each) => each.id === id)?.name ?? 'A seat';
  return {
    found: own
      .filter((vacancy) => statusOf(vacancy) === 'open')
      .map(({ id, positionId: of, openedOn }) => ({
        id,
        what: `${nameOf(of)} of ${committee.name} is vacant since ${openedOn}.`,
      })),
    nextDay: own
      .filter((vacancy) => statusOf(vacancy) === 'upcoming')
      .map(({ openedOn }) => openedOn)
      .sort()
      .at(0),
  };
}

/** What a draft finds. Two queries and what they read. */
export const look = (
  context: LookContext,
  { billId, committeeId = '', positionId }: Pick<SendWhen, 'billId' | 'committeeId' | 'positionId'>,
): Promise<Look> =>
  billId === undefined ? lookAtCommittee(context, committeeId, positionId) : lookAtBill(context, billId);
