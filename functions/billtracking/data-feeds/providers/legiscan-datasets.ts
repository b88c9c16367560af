// Reads LegiScan's data sets: an archive for each session, with a file for each bill, roll call and person (API user manual:
// getDatasetList, getDataset). The dataset_hash says whether one has changed, the change_hash whether a bill has.

import { readText } from '../../../../shared/import/rows/values.ts';
import type { ArchivePart } from '../../../../shared/import/tables/archive-parts.ts';
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { importLegiscanBills, type LegiscanBill } from '../../sources/import-legiscan-bills.ts';
import { parseLegiscanBill } from '../../sources/read/legiscan-bills.ts';
import { parseSafely } from '../../sources/read/parse-safely.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedUnit } from '../record/feed.ts';
import { marksById, putMark } from '../record/store.ts';
import { type Archive, type ArchiveSource, createArchiveReader } from './archive-reader.ts';
import { askLegiscan, chooseSessions, hashOf, markSession, readNumbers, readSession } from './legiscan.ts';
import { countUnchanged, type FeedReader, type ReaderContext } from './reader.ts';
import { createRowAsker } from './refused-rows.ts';

const partsOf = ({ parts }: Archive, folder: 'bill' | 'people' | 'vote') =>
  parts
    .filter(({ name }) => new RegExp(`(^|/)${folder}/[^/]+\\.json$`).test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

export function createLegiscanDatasetReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client } = context;
  let people: { readonly of: Archive; readonly byId: ReadonlyMap<string, JsonObject> } | undefined;

  // What is damaged in an archive is no fault of the provider as a whole.
  const askForPart = createRowAsker(async () => undefined);

  /** The object of a file; undefined for one that is damaged, whose bills are imported without it. */
  async function readPaper(archive: Archive, part: ArchivePart, member: string, run: SourceRun) {
    const asked = await askForPart(part.name, async () => readObject(await archive.readJson(part)));
    if ('value' in asked) return readObject(asked.value[member]);
    run.report.leaveOut('bills', part.name, asked.refused.problems);
    return undefined;
  }

  async function loadPeople(archive: Archive, run: SourceRun): Promise<ReadonlyMap<string, JsonObject>> {
    if (people?.of === archive) return people.byId;
    const entries: JsonObject[] = [];
    for (const part of partsOf(archive, 'people')) {
      const person = await readPaper(archive, part, 'person', run);
      if (person) entries.push(person);
    }
    people = { of: archive, byId: new Map(entries.map((one) => [readText(one.people_id) ?? '', one])) };
    return people.byId;
  }

  async function loadRollCalls(
    archive: Archive,
    bills: readonly JsonObject[],
    run: SourceRun,
  ): Promise<ReadonlyMap<string, JsonObject>> {
    const ids = new Set(
      bills.flatMap((bill) => readObjects(bill.votes).flatMap((vote) => readText(vote.roll_call_id) ?? [])),
    );
    const found = new Map<string, JsonObject>();
    for (const part of partsOf(archive, 'vote')) {
      const id = /([^/]+)\.json$/.exec(part.name)?.[1] ?? '';
      const rollCall = ids.has(id) ? await readPaper(archive, part, 'roll_call', run) : undefined;
      if (rollCall) found.set(id, rollCall);
    }
    return found;
  }

  const source: ArchiveSource = {
    async list(run) {
      const sets = await chooseSessions(context, { op: 'getDatasetList', member: 'datasetlist' }, run);
      return sets.flatMap(({ id, stateId, entry, isArchived }): FeedUnit[] => {
        const hash = readText(entry.dataset_hash);
        if (hash === undefined) return [];
        const access = readText(entry.access_key);
        const name = readText(entry.session_name);
        const session = readSession(stateId, entry);
        return [{ id, stateId, kind: 'bills', hash, access, name, isArchived, session }];
      });
    },
    markRead: (unit) => markSession(context, unit),
    async download({ id, access = '' }) {
      const { dataset } = await askLegiscan(client, 'getDataset', { id, access_key: access });
      return Buffer.from(readText(readObject(dataset).zip) ?? '', 'base64');
    },
    count: async (archive) => partsOf(archive, 'bill').length,
    // A file is named for its bill.
    listNumbers: async (archive, { stateId }) =>
      readNumbers(
        stateId,
        partsOf(archive, 'bill').flatMap(({ name }) => /([^/]+)\.json$/.exec(name)?.[1] ?? []),
      ),
    async importBills(archive, unit, { from, to }, run) {
      const read: { readonly row: string; readonly bill: JsonObject }[] = [];
      for (const part of partsOf(archive, 'bill').slice(from, to)) {
        const asked = await askForPart(part.name, async () => readObject(await archive.readJson(part)));
        if ('value' in asked) read.push({ row: part.name, bill: readObject(asked.value.bill) });
        else run.report.refuse('bills', part.name, asked.refused.problems);
      }
      const idOf = (bill: JsonObject): string => readText(bill.bill_id) ?? '';
      const marks = await marksById(
        tenant,
        feed.id,
        unit.id,
        read.map(({ bill }) => idOf(bill)),
      );
      const changed = read.filter(({ bill }, index) => {
        const hash = hashOf(bill);
        return hash === undefined || marks[index]?.hash !== hash;
      });
      countUnchanged(run, read.length - changed.length);
      const lookups = {
        people: await loadPeople(archive, run),
        rollCalls: await loadRollCalls(
          archive,
          changed.map(({ bill }) => bill),
          run,
        ),
      };
      await importLegiscanBills(
        run,
        changed.map(
          ({ row, bill }): LegiscanBill => ({
            row: parseSafely(row, () => parseLegiscanBill(row, bill, lookups)),
            bill,
          }),
        ),
      );
      return changed.flatMap(({ bill }) => {
        const [id, hash] = [idOf(bill), hashOf(bill)];
        return id === '' || hash === undefined ? [] : [putMark(tenant, feed.id, unit.id, { id, hash })];
      });
    },
  };
  return createArchiveReader(context, source);
}
