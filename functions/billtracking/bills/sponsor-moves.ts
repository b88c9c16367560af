// Who became a sponsor of a bill, and who withdrew, as imports found it (docs/interface/billtracking.md#follow-an-official).
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import type { BillItem, BillSponsor, SponsorMove } from './record/bill.ts';

/** So many moves of a bill are kept, the latest. */
const MAX_MOVES = 100;

/** Whether two entries mean one sponsor: whom another source writes otherwise, and who was linked to a record later. */
const isSameSponsor = (a: BillSponsor, b: BillSponsor): boolean =>
  (a.personId !== undefined && a.personId === b.personId) || foldForSort(a.name) === foldForSort(b.name);

const listMissing = (
  sponsors: readonly BillSponsor[],
  others: readonly BillSponsor[],
  kind: SponsorMove['kind'],
  at: string,
): SponsorMove[] =>
  sponsors.flatMap((sponsor): SponsorMove[] => {
    const { personId, name, isPrimary } = sponsor;
    if (personId === undefined || others.some((other) => isSameSponsor(sponsor, other))) return [];
    return [{ personId, name, isPrimary, kind, at }];
  });

/** The moves of a bill with those of an import. Sponsors of a new bill have not moved. */
export function addSponsorMoves(
  before: Pick<BillItem, 'sponsors' | 'sponsorMoves' | 'sponsorsMovedAt'> | undefined,
  sponsors: readonly BillSponsor[],
  at: string,
): Pick<BillItem, 'sponsorMoves' | 'sponsorsMovedAt'> {
  if (!before) return {};
  const moves = [
    ...listMissing(sponsors, before.sponsors, 'ADDED', at),
    ...listMissing(before.sponsors, sponsors, 'WITHDRAWN', at),
  ];
  const { sponsorMoves = [], sponsorsMovedAt } = before;
  if (moves.length === 0) return sponsorsMovedAt === undefined ? {} : { sponsorMoves, sponsorsMovedAt };
  return { sponsorMoves: [...sponsorMoves, ...moves].slice(-MAX_MOVES), sponsorsMovedAt: at };
}
