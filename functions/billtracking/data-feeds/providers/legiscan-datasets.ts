// Reads LegiScan's data sets: an archive for each session, with a file for each bill, roll call and person (API user manual:
// getDatasetList, getDataset). The dataset_hash says whether one has changed, the change_hash whether a bill has.

import type { JsonObject } from '../../../../shared/import/json-object.ts';
import { readObject, readObjects } from '../../../../shared/import/json-object.ts';
import { readText } from '../../../../shared/import/values.ts';
import { importLegiscanBills, type LegiscanBill } from '../../sources/import-legiscan-bills.ts';
import { parseLegiscanBill } from '../../sources/read/legiscan-bills.ts';
import type { FeedUnit } from '../record/feed.ts';
import { marksById, putMark } from '../record/store.ts';
import { type Archive, type ArchiveSource, createArchiveReader } from './archive-reader.ts';
import { askForStates, askLegiscan, isCurrent, namesOfSession } from './legiscan.ts';
import { countUnchanged, type FeedReader, type ReaderContext } from './reader.ts';
import { isChosen } from './units.ts';

const partsOf = ({ parts }: Archive, folder: 'bill' | 'people' | 'vote') =>
  parts
    .filter(({ name }) => new RegExp(`(^|/)${folder}/[^/]+\\.json$`).test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

export function createLegiscanDatasetReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client } = context;
  let people: { readonly of: Archive; readonly byId: ReadonlyMap<string, JsonObject> } | undefined;

  async function loadPeople(archive: Archive): Promise<ReadonlyMap<string, JsonObject>> {
    if (people?.of === archive) return people.byId;
    const entries: JsonObject[] = [];
    for (const part of partsOf(archive, 'people'))
      entries.push(readObject(readObject(await archive.readJson(part)).person));
    people = { of: archive, byId: new Map(entries.map((one) => [readText(one.people_id) ?? '', one])) };
    return people.byId;
  }

  async function loadRollCalls(
    archive: Archive,
    bills: readonly JsonObject[],
  ): Promise<ReadonlyMap<string, JsonObject>> {
    const ids = new Set(
      bills.flatMap((bill) => readObjects(bill.votes).flatMap((vote) => readText(vote.roll_call_id) ?? [])),
    );
    const found = new Map<string, JsonObject>();
    for (const part of partsOf(archive, 'vote')) {
      const id = /([^/]+)\.json$/.exec(part.name)?.[1] ?? '';
      if (ids.has(id)) found.set(id, readObject(readObject(await archive.readJson(part)).roll_call));
    }
    return found;
  }

  const source: ArchiveSource = {
    async list() {
      const sets = await askForStates(context, 'getDatasetList', 'datasetlist');
      return sets.flatMap(({ stateId, entry }): FeedUnit[] => {
        const [id, hash] = [readText(entry.session_id), readText(entry.dataset_hash)];
        if (id === undefined || hash === undefined) return [];
        if (!isChosen(feed.sessions, namesOfSession(entry), isCurrent(entry))) return [];
        const access = readText(entry.access_key);
        return [{ id, stateId, kind: 'bills', hash, access, name: readText(entry.session_name) }];
      });
    },
    async download({ id, access = '' }) {
      const { dataset } = await askLegiscan(client, 'getDataset', { id, access_key: access });
      return Buffer.from(readText(readObject(dataset).zip) ?? '', 'base64');
    },
    count: async (archive) => partsOf(archive, 'bill').length,
    async importBills(archive, unit, { from, to }, run) {
      const read: { readonly row: string; readonly bill: JsonObject }[] = [];
      for (const part of partsOf(archive, 'bill').slice(from, to))
        read.push({ row: part.name, bill: readObject(readObject(await archive.readJson(part)).bill) });
      const idOf = (bill: JsonObject): string => readText(bill.bill_id) ?? '';
      const marks = await marksById(
        tenant,
        feed.id,
        unit.id,
        read.map(({ bill }) => idOf(bill)),
      );
      const changed = read.filter(({ bill }, index) => {
        const hash = readText(bill.change_hash);
        return hash === undefined || marks[index]?.hash !== hash;
      });
      countUnchanged(run, read.length - changed.length);
      const lookups = {
        people: await loadPeople(archive),
        rollCalls: await loadRollCalls(
          archive,
          changed.map(({ bill }) => bill),
        ),
      };
      await importLegiscanBills(
        run,
        changed.map(({ row, bill }): LegiscanBill => ({ row: parseLegiscanBill(row, bill, lookups), bill })),
      );
      return changed.flatMap(({ bill }) => {
        const [id, hash] = [idOf(bill), readText(bill.change_hash)];
        return id === '' || hash === undefined ? [] : [putMark(tenant, feed.id, unit.id, { id, hash })];
      });
    },
  };
  return createArchiveReader(context, source);
}
