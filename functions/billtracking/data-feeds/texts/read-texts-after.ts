// Reads the texts of tracked bills after everything else of a run.
import type { FeedReader, ReaderContext } from '../providers/reader.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';

const unitOfTexts: FeedUnit = { id: 'texts', stateId: 0, kind: 'texts', name: 'texts of tracked bills' };

/** The place after everything else of a run: at the texts, or after them. */
export const continueWithTexts = (
  position: FeedPosition | undefined,
  unit: FeedUnit | undefined,
): FeedPosition | undefined => position ?? (unit?.kind === 'texts' ? undefined : { units: [unitOfTexts] });

/** The reader of a provider, and after it the texts. */
export function readTextsAfter(
  createReader: (context: ReaderContext) => FeedReader,
  context: ReaderContext,
): FeedReader {
  const reader = createReader(context);
  let texts: FeedReader | undefined;
  return {
    skipRow: (position) => reader.skipRow?.(position),
    async readNext(position, run) {
      const [unit] = position.units ?? [];
      if (unit?.kind !== 'texts') {
        const part = await reader.readNext(position, run);
        return { ...part, position: continueWithTexts(part.position, unit) };
      }
      // What reads files is loaded for texts alone.
      texts ??= (await import('./text-reader.ts')).createTextReader(context);
      return texts.readNext(position, run);
    },
  };
}
