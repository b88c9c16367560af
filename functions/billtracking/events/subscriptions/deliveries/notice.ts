// What a screen needs to show a push message without another request.
import type { PushNotice } from '../../../../../shared/change-feed/change-event.ts';
import type { Message } from '../../../../../shared/subscriptions/message.ts';
import { formatDaysLeft } from '../../format-days-left.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a screen shows of a followed official. */
const kinds: Readonly<Record<string, string>> = {
  SPONSOR_ADDED: 'sponsors it',
  SPONSOR_WITHDRAWN: 'no longer sponsors it',
  COMMITTEE_JOINED: 'Joined',
  COMMITTEE_LEFT: 'Left',
  COMMITTEE_CHANGED: 'Changed in',
};

const MAX_LENGTH = 200;

/** The title and the text of a message: the number and title of a bill, or the title and time of an event. */
export function buildNotice({ type, data }: Message): PushNotice {
  const { bill, event, search, officials, daysLeft, rewrite } = isObject(data) ? data : {};
  const cut = (parts: readonly (string | undefined)[], separator: string): string =>
    parts
      .filter((part) => part !== undefined)
      .join(separator)
      .slice(0, MAX_LENGTH);
  if (isObject(bill)) {
    const followed = (Array.isArray(officials) ? officials : [])
      .filter(isObject)
      .map(({ name, kind, vote }) => [readText(name), readText(vote) ?? kinds[String(kind)]].join(' '));
    const found = isObject(search) ? `Found by ${readText(search.name) ?? 'a search'}` : undefined;
    const rewritten = isObject(rewrite) ? `${rewrite.replacedPercent}% of its text was replaced` : undefined;
    return {
      type,
      title: cut([readText(bill.billNumber), readText(bill.title)], ' '),
      text: cut([...followed, rewritten, found, readText(bill.status), readText(bill.lastActionTaken)], ', '),
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
  const [move] = Array.isArray(officials) ? officials : [];
  if (isObject(move) && isObject(move.committee))
    return {
      type,
      title: cut([readText(move.name)], ''),
      text: cut([kinds[String(move.kind)], readText(move.committee.name)], ' '),
      recordId: String(move.personId),
    };
  return { type, title: type, text: '' };
}
