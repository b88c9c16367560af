// Which stored term a row of a membership is: the one that it overlaps, or another one of the same person in the role.
import type { TenantStore } from '../../shared/data/store.ts';
import type { MembershipContent } from '../../shared/directory/committee.ts';
import { membershipKey } from '../../shared/directory/committee-store.ts';
import { overlap, type Term } from '../../shared/directory/in-force.ts';
import { idByTerm } from '../../shared/import/identity.ts';
import { buildDuplicateRow } from '../../shared/import/refuse-duplicate.ts';
import type { Row } from '../../shared/import/row-source.ts';
import { foldForSort } from '../../shared/lists/fold-for-sort.ts';
import type { MembershipDraft } from './read/committees.ts';

/**
 * Sources give the present term only, or all of them. The first term of a person in a role is stored under the role, where
 * sources without dates find it; a later or earlier one that does not overlap it has its own place, so that it does not
 * replace what was true before.
 */
export function createTermPlacer(tenant: TenantStore) {
  /** The first terms, as they are stored or as this import writes them. */
  const first = new Map<string, Term>();
  /** The rows that gave them in this import. */
  const takenBy = new Map<string, string>();
  const toName = ({ committeeId, personId, role }: MembershipContent): string =>
    JSON.stringify([committeeId, personId, foldForSort(role)]);
  return {
    async load(rows: readonly Row<MembershipDraft>[]): Promise<void> {
      const dated = rows.flatMap((row) =>
        'record' in row && row.record.content.startDate !== undefined ? [row.record.content] : [],
      );
      const keys = dated.map((content) => membershipKey(tenant, content));
      for (const term of await tenant.getMany(keys, { consistent: true }))
        if (term) first.set(toName(term), term);
    },
    place(row: Row<MembershipDraft>): Row<MembershipDraft> {
      if (!('record' in row)) return row;
      const { content } = row.record;
      const { startDate, ...undated } = content;
      const name = toName(content);
      const stored = first.get(name);
      const taken = takenBy.get(name);
      if (startDate !== undefined && (taken !== undefined || (stored && !overlap(stored, content)))) {
        const termKey = `${foldForSort(content.role)}#${startDate}`;
        return { ...row, record: { ...row.record, content: { ...content, termKey } } };
      }
      if (taken !== undefined) return buildDuplicateRow(row.row, taken);
      takenBy.set(name, row.row);
      first.set(name, { ...stored, ...content });
      return { ...row, record: { ...row.record, id: idByTerm(tenant.code, undated) } };
    },
  };
}
