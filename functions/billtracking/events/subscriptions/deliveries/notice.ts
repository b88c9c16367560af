// What a screen needs to show a push message without another request.
import type { PushNotice } from '../../../../../shared/change-feed/change-event.ts';
import type { Message } from '../../../../../shared/subscriptions/message.ts';
import { formatDaysLeft } from '../../format-days-left.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MAX_LENGTH = 200;

/** The title and the text of a message: the number and title of a bill, or the title and time of an event. */
export function buildNotice({ type, data }: Message): PushNotice {
  const { bill, event, search, daysLeft } = isObject(data) ? data : {};
  const cut = (parts: readonly (string | undefined)[], separator: string): string =>
    parts
      .filter((part) => part !== undefined)
      .join(separator)
      .slice(0, MAX_LENGTH);
  if (isObject(bill)) {
    const found = isObject(search) ? `Found by ${readText(search.name) ?? 'a search'}` : undefined;
    return {
      type,
      title: cut([readText(bill.billNumber), readText(bill.title)], ' '),
      text: cut([found, readText(bill.status), readText(bill.lastActionTaken)], ', '),
      recordId: String(bill.id),
    };
  }
  if (isObject(event))
    return {
      type,
      title: cut([readText(event.title)], ''),
      text: cut(
        [
          typeof daysLeft === 'number' ? capitalize(formatDaysLeft(daysLeft)) : undefined,
          readText(event.status),
          readText(event.startDate),
          readText(event.startTime),
          readText(event.location),
        ],
        ', ',
      ),
      recordId: String(event.id),
    };
  return { type, title: type, text: '' };
}
