// The calendar day of a bill's legislature.
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import type { BillContent } from './bill.ts';

/** The day of a moment, YYYY-MM-DD in the time zone of the bill's legislature. */
export const legislatureDay = ({ stateId }: Pick<BillContent, 'stateId'>, moment: Date): string =>
  toLocalDate(stateById(stateId)?.timeZone ?? 'UTC', moment);
