// Reads the texts of tracked bills: those that are new, and those of which the provider says that they changed. A bill that is tracked
// later gets its texts with the next run.
import { createHash } from 'node:crypto';
import type { Change } from '../../../../shared/data/changes.ts';
import type { RefusedRow } from '../../../../shared/import/rows/row-source.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { MAX_DOCUMENTS } from '../../bills/documents/record/document.ts';
import { findFileOfText, storeSourceText } from '../../bills/documents/store-source-text.ts';
import type { BillItem } from '../../bills/record/bill.ts';
import { billsById, trackedBills } from '../../bills/record/store.ts';
import { ProviderPause } from '../providers/client.ts';
import { serviceOf } from '../providers/hosts.ts';
import { askLegiscan } from '../providers/legiscan.ts';
import type { FeedReader, FeedRun, ReaderContext, ReadPart } from '../providers/reader.ts';
import { createRowAsker } from '../providers/refused-rows.ts';
import type { FeedPosition } from '../record/feed.ts';
import { type FeedMark, listFeeds, loadMarks, putMark } from '../record/store.ts';
import { askForText } from './ask-for-text.ts';
import { isDue, MAX_TRIES } from './is-due.ts';
import { type ListedText, listTexts } from './listed-text.ts';

const TEXTS = 'texts';

/** So many texts are read in a part at most. */
const TEXTS_PER_PART = 10;
/** So many bills with texts that could not be read are named. */
const MAX_NAMED = 5;
/** So many bills are looked at in a part. */
const BILLS_PER_PART = 50;
/** A limit that allows more only after so many milliseconds ends the texts of a run; the next one goes on with them. */
export const LONGEST_WAIT = 3_600_000;
export const isSoon = ({ milliseconds }: Pick<ProviderPause, 'milliseconds'>): boolean =>
  milliseconds <= LONGEST_WAIT;

/** Where a text is marked: keys may be longer than a key of the table. */
const markId = ({ id }: Pick<BillItem, 'id'>, { key }: Pick<ListedText, 'key'>): string =>
  `${id} ${createHash('sha256').update(key).digest('base64url')}`;

const nameText = ({ billNumber }: BillItem, { title, date }: ListedText): string =>
  [billNumber, title, date].filter(Boolean).join(', ');

type TextMark = Omit<FeedMark, 'type'>;

/** What was read of a text. */
interface ReadRow {
  readonly mark: TextMark;
  readonly outcome: 'created' | 'updated' | 'unchanged' | RefusedRow;
}

/** Reads texts of tracked bills, one after the other. */
export function createTextReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client, now, isInTime } = context;
  const service = serviceOf(feed.provider);
  let marks: Map<string, TextMark> | undefined;
  // A bill that becomes tracked meanwhile gets its texts with the next run.
  let tracked: readonly number[] | undefined;
  /** The states that feeds of LegiScan read. */
  let legiscanStates: ReadonlySet<number> | undefined;
  // Legislatures have hosts of their own, of which one says nothing of the others.
  const askForRow = createRowAsker(async () =>
    service === 'legiscan'
      ? askLegiscan(client, 'getSessionList', { state: stateById(feed.stateIds[0] ?? 0)?.abbreviation ?? '' })
      : undefined,
  );

  /** The ids of the tracked bills of the feed's states, in their order. */
  async function listBillIds(): Promise<number[]> {
    const rows = (await trackedBills(tenant)).filter(({ stateId }) => feed.stateIds.includes(stateId));
    return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
  }

  /** The bills with texts that are not asked for again. */
  async function describeGivenUp(of: ReadonlyMap<string, TextMark>, billIds: ReadonlySet<number>) {
    const givenUp = [...of.values()]
      .filter(({ tries = 0 }) => tries >= MAX_TRIES)
      .map(({ id }) => id.split(' ')[0] ?? '')
      .filter((id) => billIds.has(Number(id)));
    if (givenUp.length === 0) return undefined;
    const ids = [...new Set(givenUp)];
    const named = (await billsById(tenant, ids.slice(0, MAX_NAMED))).map(({ billNumber }) => billNumber);
    const more = ids.length > MAX_NAMED ? ` and of ${ids.length - MAX_NAMED} other bills` : '';
    const texts = givenUp.length === 1 ? '1 text' : `${givenUp.length} texts`;
    return `${texts} of tracked bills could not be read in ${MAX_TRIES} runs, and will be asked for again only after a change: of ${named.join(', ')}${more}.`;
  }

  async function readOne(
    bill: BillItem,
    text: ListedText,
    { id, mark }: { readonly id: string; readonly mark: TextMark | undefined },
  ): Promise<ReadRow> {
    const checkedAt = now().toISOString();
    const hash = text.hash ?? '';
    const row = nameText(bill, text);
    const isRead = mark !== undefined && mark.tries === undefined;
    // Marks had no file once: the one that is read best was asked for.
    const [best] = 'files' in text.by ? text.by.files : [];
    const { kind, title, date, url, key, otherKeys } = text;
    const known = {
      file: mark
        ? (mark.file ?? (isRead ? best?.url : undefined))
        : await findFileOfText(tenant, bill.id, [key, ...otherKeys]),
      validator: isRead ? mark.validator : undefined,
    };
    const asked = await askForRow(row, () => askForText(context, text, known));
    const refuse = (outcome: RefusedRow): ReadRow => ({
      mark: {
        ...{ id, hash, checkedAt, file: mark?.file },
        tries: (mark?.hash === hash ? (mark.tries ?? 0) : 0) + 1,
      },
      outcome,
    });
    if ('refused' in asked) return refuse(asked.refused);
    if (asked.value === 'unchanged') return { mark: { id, hash, checkedAt, ...known }, outcome: 'unchanged' };
    const { validator, file } = asked.value;
    const source = { name: client.name, feedId: feed.id, key, otherKeys, ...omitUndefined({ file }) };
    const outcome = await storeSourceText(
      tenant,
      { billId: bill.id, kind, title, date, url, source },
      asked.value.read,
      now(),
    );
    if (outcome === 'full') {
      const reason = `the bill has ${MAX_DOCUMENTS} documents, the most of one: delete one first`;
      return refuse({ row, problems: [{ field: '(row)', reason, value: url ?? key }] });
    }
    return { mark: { id, hash, checkedAt, validator, file }, outcome };
  }

  /** Reads the texts of some bills, as far as time and the limits allow. */
  async function readPart(position: FeedPosition, run: FeedRun): Promise<ReadPart> {
    marks ??= new Map(await loadMarks(tenant, feed.id, TEXTS));
    tracked ??= await listBillIds();
    legiscanStates ??= new Set(
      (await listFeeds(tenant))
        .filter(({ provider, isPaused }) => serviceOf(provider) === 'legiscan' && !isPaused)
        .flatMap(({ stateIds }) => stateIds),
    );
    const readsLegiscan = (stateId: number): boolean => legiscanStates?.has(stateId) ?? false;
    const after = position.at ?? 0;
    const ids = tracked.filter((id) => id > after).slice(0, BILLS_PER_PART);
    if (ids.length === 0) {
      const warning = await describeGivenUp(marks, new Set(tracked));
      if (warning !== undefined) run.warn(warning);
      return { position: undefined, changes: [] };
    }
    const changes: Change[] = [];
    const refused = [...(position.refused ?? [])];
    let at = position.at;
    const stay = (): ReadPart => ({ position: { ...position, at, refused }, changes });
    for (const bill of await billsById(tenant, ids, { consistent: true })) {
      for (const text of listTexts(service, bill, readsLegiscan)) {
        const ids = [text.key, ...text.otherKeys].map((key) => markId(bill, { key }));
        // The place under which it was marked before, when its files came in another order.
        const id = ids.find((one) => marks?.has(one)) ?? markId(bill, text);
        if (refused.includes(id) || !isDue(text, marks.get(id), bill, now())) continue;
        if (changes.length >= TEXTS_PER_PART || (changes.length > 0 && !isInTime())) return stay();
        try {
          const { mark, outcome } = await readOne(bill, text, { id, mark: marks.get(id) });
          marks.set(id, mark);
          changes.push(putMark(tenant, feed.id, TEXTS, mark));
          if (typeof outcome === 'string') run.report.count('texts', outcome);
          else {
            run.report.refuse('texts', outcome.row, outcome.problems);
            refused.push(id);
          }
        } catch (error) {
          if (!(error instanceof ProviderPause)) throw error;
          if (isSoon(error) && changes.length === 0) throw error;
          if (isSoon(error)) return stay();
          run.remark(['A limit of requests is reached: texts of tracked bills are left to the next run.']);
          return { position: undefined, changes };
        }
      }
      at = Number(bill.id);
    }
    at = ids.at(-1);
    return stay();
  }

  return { readNext: readPart };
}
