// Reads the map of legislation days from a request.

import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { pick } from '../../../../shared/values/pick.ts';
import type { LegislationDaysInput } from './contract.ts';
import type { DayMap } from './legislation-days.ts';

/** A map with the resolution that set its days. */
interface InstrumentMap extends DayMap {
  readonly instrument?: string | undefined;
}

/** The content of a version, without who saved it and when. */
export const pickMap = (map: InstrumentMap): InstrumentMap =>
  pick(map, ['days', 'isComplete', 'instrument', 'crossoverDay', 'sineDieDay']);

/** The map of a request; null and blank are absent. */
export const parseMap = (input: LegislationDaysInput): InstrumentMap =>
  pickMap({
    instrument: input.instrument || undefined,
    days: input.days.map(({ legislativeDay, date, note }) => ({
      legislativeDay,
      date,
      ...omitUndefined({ note: note || undefined }),
    })),
    isComplete: input.isComplete ?? false,
    crossoverDay: input.crossoverDay ?? undefined,
    sineDieDay: input.sineDieDay ?? undefined,
  });
