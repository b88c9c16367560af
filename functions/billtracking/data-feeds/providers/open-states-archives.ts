// Reads Open States' archives: a session's bills as one list of JSON. The API names them with the moment of their last update
// (API v3, jurisdictions: legislative_sessions.downloads).
import { readObjects } from '../../../../shared/import/json-object.ts';
import { readText } from '../../../../shared/import/values.ts';
import { importBills } from '../../sources/import-bills.ts';
import { parseOpenStatesBills } from '../../sources/read/openstates-bills.ts';
import type { FeedUnit } from '../record/feed.ts';
import { type Archive, type ArchiveSource, createArchiveReader } from './archive-reader.ts';
import { ProviderRefusal } from './client.ts';
import { resolveFileAddress } from './hosts.ts';
import { chooseSessions } from './open-states.ts';
import type { FeedReader, ReaderContext } from './reader.ts';

export function createOpenStatesArchiveReader(context: ReaderContext): FeedReader {
  const { feed, client } = context;
  let bills: { readonly of: Archive; readonly entries: readonly unknown[] } | undefined;

  async function loadBills(archive: Archive): Promise<readonly unknown[]> {
    if (bills?.of === archive) return bills.entries;
    const entries: unknown[] = [];
    for (const part of archive.parts) {
      if (!/_bills\.json$/.test(part.name)) continue;
      const value = await archive.readJson(part);
      if (Array.isArray(value)) entries.push(...value);
    }
    bills = { of: archive, entries };
    return entries;
  }

  const source: ArchiveSource = {
    async list() {
      const units: FeedUnit[] = [];
      for (const stateId of feed.stateIds)
        for (const { identifier, entry } of await chooseSessions(context, stateId))
          for (const download of readObjects(entry.downloads)) {
            const [access, hash] = [readText(download.url), readText(download.updated_at)];
            if (readText(download.data_type) !== 'json' || access === undefined || hash === undefined)
              continue;
            units.push({
              id: `${stateId} ${identifier}`,
              stateId,
              kind: 'bills',
              hash,
              access,
              name: identifier,
            });
          }
      return units;
    },
    async download({ access = '', name = '' }) {
      const address = resolveFileAddress(access);
      if (address === undefined)
        throw new ProviderRefusal(`The archive of ${name} is at another host than data.openstates.org.`);
      return client.getFile(address);
    },
    count: async (archive) => (await loadBills(archive)).length,
    async importBills(archive, unit, { from, to }, run) {
      const entries = (await loadBills(archive)).slice(from, to);
      await importBills(run, parseOpenStatesBills(entries, `${unit.name} from ${from + 1}: `));
      return [];
    },
  };
  return createArchiveReader(context, source);
}
