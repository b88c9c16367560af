// Reads archives of whole sessions: downloads one when its hash has changed, stores it, and imports its bills part by part, so
// that a run which is continued later does not download it again.
import { type Change, commit } from '../../../../shared/data/changes.ts';
import {
  type ArchivePart,
  listArchiveParts,
  readArchivePart,
} from '../../../../shared/import/tables/archive-parts.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';
import { loadArchive, marksById, putArchive, putMark, removeRest } from '../record/store.ts';
import { ProviderRefusal } from './client.ts';
import {
  countUnchanged,
  type FeedReader,
  leaveSession,
  type ReaderContext,
  type ReadPart,
} from './reader.ts';
import { beginUnits, leaveUnit } from './units.ts';

/** An archive is unpacked in memory, a part at a time. */
export const MAX_PART_BYTES = 25_000_000;

/** The content of an archive. */
export interface Archive {
  readonly parts: readonly ArchivePart[];
  /** @throws ProviderRefusal when it is too large or damaged */
  readJson(part: ArchivePart): Promise<unknown>;
  /** The same of a text, which `parse` reads. */
  readPart<T>(part: ArchivePart, parse: (text: string) => T | Promise<T>, kind: string): Promise<T>;
}

/** What differs between the providers of archives. */
export interface ArchiveSource {
  /** The archives that the feed reads, with their hashes; where it finds no archive, it remarks why. */
  readonly list: (run: SourceRun) => Promise<readonly FeedUnit[]>;
  readonly download: (unit: FeedUnit) => Promise<Buffer>;
  /** How many bills an archive has. */
  readonly count: (archive: Archive) => Promise<number>;
  /** The numbers of the bills of an archive, as they are stored. */
  readonly listNumbers: (archive: Archive, unit: FeedUnit) => Promise<readonly string[]>;
  /** Imports some bills of an archive, and returns the marks of them. */
  readonly importBills: (
    archive: Archive,
    unit: FeedUnit,
    range: { readonly from: number; readonly to: number },
    run: SourceRun,
  ) => Promise<readonly Change[]>;
  /** What is marked of an archive that is read to its end. */
  readonly markRead?: (unit: FeedUnit) => Change;
}

const ARCHIVES = 'archive';
const BILLS_PER_PART = 60;

const describeEmpty = (unit: FeedUnit | undefined): string =>
  `The archive of ${unit?.name ?? unit?.id} has no bill.`;

/** @throws ProviderRefusal when it can't be read */
export function openArchive(bytes: Buffer, name: string): Archive {
  const parts = listArchiveParts(bytes);
  if (!parts || parts.length === 0)
    throw new ProviderRefusal(`The archive of ${name} can't be read.`, { isOfRow: true });
  const archive: Archive = {
    parts,
    readJson: (part) => archive.readPart(part, (text): unknown => JSON.parse(text), 'JSON'),
    async readPart(part, parse, kind) {
      if (part.unpacked > MAX_PART_BYTES)
        throw new ProviderRefusal(
          `${part.name} in the archive of ${name} has more than ${MAX_PART_BYTES} bytes.`,
          { isOfRow: true },
        );
      try {
        const content = await readArchivePart(bytes, part, MAX_PART_BYTES);
        return await parse(content.toString('utf8').replace(/^\uFEFF/, ''));
      } catch {
        throw new ProviderRefusal(`${part.name} in the archive of ${name} is damaged or no ${kind}.`, {
          isOfRow: true,
        });
      }
    },
  };
  return archive;
}

export function createArchiveReader({ tenant, feed, now }: ReaderContext, source: ArchiveSource): FeedReader {
  let open: { readonly id: string; readonly archive: Archive; readonly bills: number } | undefined;

  /** The archives whose hash is another one than at the last import; the sessions of the others are looked at with that. */
  async function listChanged(run: SourceRun): Promise<ReadPart> {
    const units = await source.list(run);
    const marks = await marksById(
      tenant,
      feed.id,
      ARCHIVES,
      units.map(({ id }) => id),
    );
    const same: FeedUnit[] = [];
    const changed = units.filter((unit, index) => {
      const { hash } = unit;
      const mark = marks[index];
      const isSame = mark !== undefined && mark.hash === hash;
      if (isSame) {
        countUnchanged(run, mark.bills ?? 0);
        same.push(unit);
      }
      if (isSame && mark.bills === 0) run.remark([describeEmpty(units[index])]);
      return !isSame;
    });
    return {
      position: beginUnits(changed),
      changes: [],
      sessions: same.flatMap((unit) => leaveSession(unit)),
    };
  }

  async function storeArchive(unit: FeedUnit, position: FeedPosition): Promise<FeedPosition> {
    const bytes = await source.download(unit);
    for (const part of putArchive(tenant, feed.id, bytes, now())) await commit([part]);
    return { ...position, at: 0, archiveBytes: bytes.length };
  }

  async function openStored(unit: FeedUnit, length: number) {
    if (open?.id === unit.id) return open;
    const bytes = await loadArchive(tenant, feed.id, length);
    if (!bytes) return undefined;
    const archive = openArchive(bytes, unit.name ?? unit.id);
    open = { id: unit.id, archive, bills: await source.count(archive) };
    return open;
  }

  return {
    async readNext(position, run) {
      if (!position.units) return listChanged(run);
      const [unit] = position.units;
      if (!unit) return { position: undefined, changes: [] };
      const { archiveBytes, at = 0 } = position;
      const stored = archiveBytes === undefined ? undefined : await openStored(unit, archiveBytes);
      if (!stored) return { position: await storeArchive(unit, position), changes: [] };
      if (stored.bills === 0) run.remark([describeEmpty(unit)]);
      if (at < stored.bills) {
        const to = Math.min(stored.bills, at + BILLS_PER_PART);
        const changes = await source.importBills(stored.archive, unit, { from: at, to }, run);
        return { position: { ...position, at: to }, changes };
      }
      const numbers = await source.listNumbers(stored.archive, unit);
      open = undefined;
      for await (const removals of removeRest(tenant, feed.id, 'PART#')) await commit(removals);
      const mark = { id: unit.id, hash: unit.hash ?? '', bills: stored.bills };
      return {
        position: leaveUnit(position),
        changes: [
          putMark(tenant, feed.id, ARCHIVES, mark),
          ...(source.markRead ? [source.markRead(unit)] : []),
        ],
        sessions: leaveSession(unit, numbers),
      };
    },
  };
}
