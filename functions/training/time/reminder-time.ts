// When reminders are sent that are due on a day.
import { getStartOfDay } from '../../../shared/time/local-time.ts';

/** In the morning, so that they are read on the day (docs/interface/training.md#reminders, #due-dates). */
const reminderHour = 9;

/** The moment of a reminder. @param day YYYY-MM-DD @param timeZone the tenant's */
export const getReminderTime = (day: string, timeZone: string): Date =>
  getStartOfDay(day, timeZone, reminderHour);
