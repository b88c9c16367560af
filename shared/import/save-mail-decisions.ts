// Stores what a former mail system knew about addresses. An import only ever makes what is stored stricter: it adds refusals, and
// what a person has refused here stays refused, whatever the file says (docs/imports.md#decisions-about-mail).
import { isDeepStrictEqual } from 'node:util';
import { commit, StaleRead } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { mailingLists } from '../directory/lists/mailing-list.ts';
import { listDefinitions } from '../directory/record/definition-store.ts';
import type { UpsertOptions } from '../directory/writing/upsert.ts';
import { type Agreement, uniteAgreements } from '../mail-consent/agreement.ts';
import { addBounce, type Decision } from '../mail-consent/consent.ts';
import { type AddressItem, addressKey, hashAddress, newAddress, saveAddress } from '../mail-consent/store.ts';
import type { RowResult } from './import-batch.ts';
import type { MailDecision, MailDecisionDraft } from './mail-decision-row.ts';
import type { ParsedRow, Row } from './rows/row-source.ts';

/** So many addresses are written at once. */
const ADDRESSES_PER_COMMIT = 25;
/** How often a commit is attempted when others write the same addresses. */
const MAX_ATTEMPTS = 10;

type Content = MailDecisionDraft['content'];

/** The agreement of a row. What the file does not date counts from the import, so a repeated import adds no second one. */
function addAgreement(
  agreed: readonly Agreement[] | undefined,
  { date }: MailDecision,
  { consent, reason }: Content,
  listIds: readonly string[] | undefined,
  now: Date,
): readonly Agreement[] | undefined {
  if (date === undefined && agreed?.some(({ by }) => by === 'import')) return agreed;
  const agreement = { date: date ?? now.toISOString(), by: 'import' as const, ...consent };
  const origin = consent?.origin ?? reason;
  return uniteAgreements(agreed, [{ ...agreement, ...(origin && { origin }), ...(listIds && { listIds }) }]);
}

/** What is stored about an address after a decision. @param listId the list that it is for; absent: all mail */
function applyDecision(
  before: AddressItem,
  decision: MailDecision,
  content: Content,
  listId: string | undefined,
  now: Date,
): AddressItem {
  const date = decision.date ?? now.toISOString();
  const made: Decision = { date, by: 'import', note: content.reason };
  const { suppressed } = before;
  switch (decision.kind) {
    case 'opt-out':
      return listId === undefined
        ? { ...before, optedOut: before.optedOut ?? made }
        : { ...before, left: { [listId]: made, ...before.left } };
    case 'complaint':
      // The only reason that is never released.
      return suppressed?.reason === 'complaint'
        ? before
        : { ...before, suppressed: { reason: 'complaint', date, detail: content.reason } };
    case 'hard-bounce':
      return suppressed
        ? before
        : { ...before, ...addBounce(before, { isHard: true, detail: content.reason }, date) };
    case 'soft-bounce':
      return suppressed ||
        before.softBounces?.includes(date) ||
        (!decision.date && before.softBounces?.length)
        ? before
        : { ...before, ...addBounce(before, { isHard: false, detail: content.reason }, date) };
    case 'consent':
      return {
        ...before,
        agreed: addAgreement(
          before.agreed,
          decision,
          content,
          listId === undefined ? undefined : [listId],
          now,
        ),
      };
  }
}

/** What is stored has no undefined values, and its members in another order. */
const tidy = (item: AddressItem): unknown => JSON.parse(JSON.stringify(item));
const isSame = (a: AddressItem, b: AddressItem): boolean => isDeepStrictEqual(tidy(a), tidy(b));

/** Finds the lists of the tenant by name or id. */
async function loadLists(tenant: TenantStore): Promise<(name: string) => string | undefined> {
  const lists = await listDefinitions(tenant, mailingLists);
  const ids = new Map(
    lists.flatMap(({ id, name }) => [[id, id] as const, [name.toLowerCase(), id] as const]),
  );
  return (name) => ids.get(name.trim().toLowerCase());
}

interface AddressRow {
  readonly hash: string;
  readonly row: ParsedRow<MailDecisionDraft>;
  readonly listId: string | undefined;
}

/** What a run of rows would make of their addresses: of each row its outcome, and the changed addresses. */
function applyRows(rows: readonly AddressRow[], stored: ReadonlyMap<string, AddressItem>, now: Date) {
  const after = new Map<string, AddressItem>();
  const outcomes = new Map<string, 'created' | 'updated' | 'unchanged'>();
  for (const { hash, row, listId } of rows) {
    const { content, id } = row.record;
    const before = after.get(hash) ?? stored.get(hash) ?? newAddress(content.email);
    const next = content.decisions.reduce(
      (address, decision) => applyDecision(address, decision, content, listId, now),
      before,
    );
    const isNew = before.version === 0 && !after.has(hash);
    outcomes.set(id, isSame(before, next) ? 'unchanged' : isNew ? 'created' : 'updated');
    if (!isSame(before, next)) after.set(hash, next);
  }
  return { after, outcomes };
}

/** Imports rows, of which each address is written once. */
type MailDecisionWriter = (
  rows: readonly Row<MailDecisionDraft>[],
  options: UpsertOptions,
) => Promise<readonly RowResult[]>;

/** A writer for one import. It knows what a dry run would have written, so that its verdicts are those of the import. */
export async function createMailDecisionWriter(tenant: TenantStore): Promise<MailDecisionWriter> {
  const findList = await loadLists(tenant);
  const unwritten = new Map<string, AddressItem>();

  const write = async (rows: readonly AddressRow[], { now, dryRun, relatedChanges }: UpsertOptions) => {
    const hashes = [...new Set(rows.map(({ hash }) => hash))];
    for (let attempt = 1; ; attempt += 1) {
      const found = await tenant.getMany(
        hashes.map((hash) => addressKey(tenant, hash)),
        { consistent: true },
      );
      const stored = new Map(found.flatMap((item) => (item ? [[item.hash, item] as const] : [])));
      const { after, outcomes } = applyRows(rows, new Map([...stored, ...unwritten]), now);
      if (dryRun) {
        for (const [hash, item] of after) unwritten.set(hash, { ...item, version: 1 });
        return outcomes;
      }
      if (after.size === 0) return outcomes;
      const changes = [...after].map(([hash, item]) => {
        const before = stored.get(hash) ?? { ...item, version: 0 };
        return saveAddress(tenant, before, item);
      });
      try {
        await commit([...changes, ...(relatedChanges?.(outcomes) ?? [])]);
        return outcomes;
      } catch (error) {
        if (!(error instanceof StaleRead) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };

  return async (rows, options) => {
    const outcomes = new Map<string, 'created' | 'updated' | 'unchanged'>();
    const resolved = rows.map((row): RowResult | AddressRow => {
      if (!('record' in row)) return row;
      const { email, list } = row.record.content;
      const listId = list && findList(list.value);
      return list && listId === undefined
        ? { row: row.row, problems: [{ ...list, reason: 'is not a mailing list of this tenant' }] }
        : { hash: hashAddress(email), row, listId };
    });
    const taken = resolved.filter((each) => 'hash' in each);
    for (let from = 0; from < taken.length; from += ADDRESSES_PER_COMMIT) {
      const part = taken.slice(from, from + ADDRESSES_PER_COMMIT);
      for (const [id, outcome] of await write(part, options)) outcomes.set(id, outcome);
      options.onProgress?.(part.length);
    }
    options.onProgress?.(rows.length - taken.length);
    return resolved.map((each) =>
      'hash' in each
        ? {
            ...{ row: each.row.row, id: each.row.record.id, leftOut: each.row.leftOut },
            outcome: outcomes.get(each.row.record.id) ?? 'unchanged',
          }
        : each,
    );
  };
}
