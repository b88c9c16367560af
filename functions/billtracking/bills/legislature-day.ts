// The calendar day of a bill's legislature.

import { stateById } from '../../../shared/legislature/states.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { BillContent } from './record/bill.ts';

/** The day of a moment, YYYY-MM-DD in the time zone of the bill's legislature. */
export const legislatureDay = ({ stateId }: Pick<BillContent, 'stateId'>, moment: Date): string =>
  toLocalDate(stateById(stateId)?.timeZone ?? 'UTC', moment);
