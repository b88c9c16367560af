// The map of days that a request asks to save, without what it leaves out.
import { omitUndefined } from '../../../../shared/directory/omit-undefined.ts';
import type { LegislationDaysInput } from './contract.ts';
import type { DayMap } from './legislation-days.ts';

/** A map with what set its days. */
interface InstrumentMap extends DayMap {
  readonly instrument?: string | undefined;
}

/** What a version says, apart from who saved it and when. */
export const pickMap = ({
  instrument,
  days,
  isComplete,
  crossoverDay,
  sineDieDay,
}: InstrumentMap): InstrumentMap => ({
  days,
  isComplete,
  ...omitUndefined({ instrument, crossoverDay, sineDieDay }),
});

/** The map as it is sent; null and blank are absent. */
export const parseMap = (sent: LegislationDaysInput): InstrumentMap =>
  pickMap({
    instrument: sent.instrument || undefined,
    days: sent.days.map(({ legislativeDay, date, note }) => ({
      legislativeDay,
      date,
      ...omitUndefined({ note: note || undefined }),
    })),
    isComplete: sent.isComplete ?? false,
    crossoverDay: sent.crossoverDay ?? undefined,
    sineDieDay: sent.sineDieDay ?? undefined,
  });
