// Reads Open States' downloads: a session's bills as tables in CSV, or as one list of JSON. The API names them with the moment of their
// last update (api-v3, api/schemas.py: LegislativeSession.downloads, DataExport); they are made by bulk_export.py of openstates.org.

import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { importBills } from '../../sources/import-bills.ts';
import { parseOpenStatesBills } from '../../sources/read/openstates-bills.ts';
import {
  findTable,
  joinTables,
  parseTable,
  type TableName,
  toApiBills,
} from '../../sources/read/openstates-downloads.ts';
import { nameSession } from '../../sources/read/sessions.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedUnit } from '../record/feed.ts';
import { type Archive, type ArchiveSource, createArchiveReader, MAX_PART_BYTES } from './archive-reader.ts';
import { ProviderRefusal } from './client.ts';
import { resolveFileAddress } from './hosts.ts';
import { chooseSessions, type ListedSession, nameState } from './open-states.ts';
import type { FeedReader, ReaderContext } from './reader.ts';
import { type Missing, reportMissing } from './units.ts';

/** The forms of downloads, the one with more in it first: tables have the people, the chambers and the kinds of relations. */
const forms = ['csv', 'json'];

interface Content {
  readonly of: Archive;
  readonly entries: readonly unknown[];
  readonly remarks: readonly string[];
}

/** Reads the tables of an archive. One that is too large is left out if it is that of the members' votes. */
async function loadTables(archive: Archive): Promise<Pick<Content, 'entries' | 'remarks'>> {
  const tables = new Map<TableName, readonly Readonly<Record<string, string>>[]>();
  const remarks: string[] = [];
  for (const part of archive.parts) {
    const found = findTable(part.name);
    if (!found) continue;
    if (found.table === 'vote_people' && part.unpacked > MAX_PART_BYTES)
      remarks.push(
        `${part.name} has more than ${MAX_PART_BYTES} bytes: the votes of members are left out, the counts are not.`,
      );
    else tables.set(found.table, await archive.readPart(part, parseTable, 'CSV'));
  }
  return { entries: joinTables(tables), remarks };
}

async function loadList(archive: Archive): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for (const part of archive.parts) {
    if (!/_bills\.json$/.test(part.name)) continue;
    const value = await archive.readJson(part);
    if (Array.isArray(value)) entries.push(...value);
  }
  return toApiBills(entries);
}

/** The download of a session that is read; undefined when Open States has none. */
function findDownload({ stateId, identifier, entry }: ListedSession): FeedUnit | undefined {
  const downloads = readObjects(entry.downloads);
  const isUsable = ({ url, updated_at }: JsonObject): boolean =>
    readText(url) !== undefined && readText(updated_at) !== undefined;
  const chosen = forms
    .map((form) => downloads.find((one) => readText(one.data_type) === form && isUsable(one)))
    .find((download) => download !== undefined);
  return (
    chosen && {
      ...{ id: `${stateId} ${identifier}`, stateId, kind: 'bills', name: identifier },
      ...{ access: readText(chosen.url), hash: readText(chosen.updated_at) },
      session: nameSession(stateId, identifier),
    }
  );
}

export function createOpenStatesArchiveReader(context: ReaderContext): FeedReader {
  const { client } = context;
  let content: Content | undefined;

  async function loadBills(archive: Archive): Promise<Content> {
    if (content?.of === archive) return content;
    const tables = await loadTables(archive);
    const entries = tables.entries.length > 0 ? tables.entries : await loadList(archive);
    content = { of: archive, entries, remarks: tables.remarks };
    return content;
  }

  async function listDownloads(run: SourceRun): Promise<readonly FeedUnit[]> {
    const { byState, missing } = await chooseSessions(context);
    const notOffered: Missing[] = [];
    const units: FeedUnit[] = [];
    for (const { stateId, sessions } of byState) {
      const found = sessions.flatMap((session) => findDownload(session) ?? []);
      units.push(...found);
      for (const session of sessions.filter((one) => findDownload(one) === undefined)) {
        const row = session.identifier;
        const reason = `Open States offers no download of the session ${row} of ${nameState(stateId)}.`;
        // Of one among others, such as a special session that begins, the download may come later.
        if (found.length > 0) run.remark([reason]);
        else notOffered.push({ row, reason });
      }
    }
    reportMissing(run, [...missing, ...notOffered], units.length > 0);
    return units;
  }

  const source: ArchiveSource = {
    list: listDownloads,
    async download({ access = '', name = '' }) {
      const address = resolveFileAddress(access);
      if (address === undefined)
        throw new ProviderRefusal(`The archive of ${name} is at another host than data.openstates.org.`);
      return client.getFile(address);
    },
    count: async (archive) => (await loadBills(archive)).entries.length,
    listNumbers: async (archive) =>
      readObjects((await loadBills(archive)).entries).flatMap((entry) => readText(entry.identifier) ?? []),
    async importBills(archive, unit, { from, to }, run) {
      const { entries, remarks } = await loadBills(archive);
      run.remark(remarks);
      await importBills(
        run,
        parseOpenStatesBills(entries.slice(from, to), `${unit.name} from ${from + 1}: `),
      );
      return [];
    },
  };
  return createArchiveReader(context, source);
}
