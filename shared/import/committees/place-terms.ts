// Which stored term a row of a membership is: the one that it overlaps, or another one of the same person in the role.
import type { TenantStore } from '../../data/store.ts';
import { createWorkQueue } from '../../data/work/work-queue.ts';
import type { MembershipContent } from '../../directory/committees/committee.ts';
import { listAllMemberships, type MembershipItem } from '../../directory/committees/committee-store.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { overlap, type Term } from '../../time/in-force.ts';
import { idByTerm } from '../matching/identity.ts';
import { buildDuplicateRow } from '../rows/refuse-duplicate.ts';
import type { ParsedRow, Row, RowProblem } from '../rows/row-source.ts';
import type { MembershipDraft } from './membership-row.ts';

/** Committees that are read at once. */
const QUERIES_AT_ONCE = 40;

const toName = ({ committeeId, personId, role }: MembershipContent): string =>
  JSON.stringify([committeeId, personId, foldForSort(role)]);

/** Whether a row is of a term that was entered here: its days meet it, or the row has none and the term is not over. */
const isSameTerm = (entered: Term, { startDate, endDate }: Term, today: string): boolean =>
  startDate === undefined && endDate === undefined
    ? !entered.endDate || entered.endDate >= today
    : overlap(entered, { startDate, endDate });

/**
 * Sources give the present term only, or all of them. The first term of a person in a role is stored under the role, where
 * sources without dates find it; a later or earlier one that does not overlap it has its own place, so that it does not
 * replace what was true before. A term that was entered here, in a position, is found again too and stays as it is; a row with our
 * id is of that term.
 *
 * @param today as YYYY-MM-DD
 */
export function createTermPlacer(tenant: TenantStore, today: string) {
  const inTurn = createWorkQueue(QUERIES_AT_ONCE);
  const loaded = new Set<string>();
  /** The terms of each person in each role, as they are stored. */
  const stored = new Map<string, MembershipItem[]>();
  const byId = new Map<string, MembershipItem>();
  /** The first terms, as they are stored or as this import writes them. */
  const first = new Map<string, Term>();
  /** The rows that gave each term in this import. */
  const takenBy = new Map<string, string>();

  async function loadCommittee(id: string): Promise<void> {
    for (const term of await inTurn(() => listAllMemberships(tenant, id, { consistent: true }))) {
      const name = toName(term);
      stored.set(name, [...(stored.get(name) ?? []), term]);
      byId.set(term.id, term);
      if (term.termKey === undefined) first.set(name, term);
    }
  }

  /** The row as the term with this key; a second row of a term is refused. */
  function take(
    row: ParsedRow<MembershipDraft>,
    place: string,
    record: MembershipDraft,
  ): Row<MembershipDraft> {
    const taken = takenBy.get(place);
    if (taken !== undefined) return buildDuplicateRow(row.row, taken);
    takenBy.set(place, row.row);
    return { ...row, record };
  }

  /** The row of a term that was entered here: it changes nothing, and other days are reported. */
  function keepEntered(row: ParsedRow<MembershipDraft>, entered: MembershipItem): Row<MembershipDraft> {
    const { committeeId, personId, role, termKey } = entered;
    const { content } = row.record;
    const leftOut = (['startDate', 'endDate'] as const).flatMap((field): RowProblem[] => {
      const value = content[field];
      if (value === undefined || value === entered[field]) return [];
      const reason = `is ${entered[field] ?? 'open'} in the term that was entered here, which an import does not change`;
      return [{ field, reason, value }];
    });
    return take({ ...row, leftOut: [...row.leftOut, ...leftOut] }, entered.id, {
      ...row.record,
      id: entered.id,
      content: { committeeId, personId, role, ...(termKey !== undefined && { termKey }) },
    });
  }

  /** The row of a term by our id, as an export gives it. */
  function takeOwn(row: ParsedRow<MembershipDraft>, own: MembershipItem): Row<MembershipDraft> {
    if (own.positionId !== undefined) return keepEntered(row, own);
    const { id, termKey } = own;
    const name = toName(own);
    return take(row, termKey === undefined ? name : JSON.stringify([name, termKey]), {
      ...row.record,
      ...{ id, content: { ...row.record.content, ...(termKey !== undefined && { termKey }) } },
    });
  }

  return {
    /** Reads the memberships of the committees of these rows, one query each. */
    async load(rows: readonly Row<MembershipDraft>[]): Promise<void> {
      const ids = new Set(rows.flatMap((row) => ('record' in row ? [row.record.content.committeeId] : [])));
      const open = [...ids].filter((id) => !loaded.has(id));
      for (const id of open) loaded.add(id);
      await Promise.all(open.map(loadCommittee));
    },
    place(row: Row<MembershipDraft>): Row<MembershipDraft> {
      if (!('record' in row)) return row;
      const { content } = row.record;
      const { startDate, ...undated } = content;
      const name = toName(content);
      const own = byId.get(row.record.ownId ?? '');
      if (own && own.voidedDate === undefined && toName(own) === name) return takeOwn(row, own);
      const terms = stored.get(name) ?? [];
      const firstTerm = first.get(name);
      const hasOwnPlace =
        startDate !== undefined && (takenBy.has(name) || (firstTerm && !overlap(firstTerm, content)));
      const termKey = hasOwnPlace ? `${foldForSort(content.role)}#${startDate}` : undefined;
      const entered = terms.find(
        (term) =>
          term.positionId !== undefined && term.voidedDate === undefined && isSameTerm(term, content, today),
      );
      if (entered && !terms.some((term) => term.termKey === termKey)) return keepEntered(row, entered);
      if (termKey !== undefined)
        return take(row, JSON.stringify([name, termKey]), {
          ...row.record,
          id: idByTerm(tenant.code, content),
          content: { ...content, termKey },
        });
      if (!takenBy.has(name)) first.set(name, { ...firstTerm, ...content });
      return take(row, name, { ...row.record, id: idByTerm(tenant.code, undated) });
    },
  };
}
