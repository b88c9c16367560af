// An empty iCalendar calendar (RFC 5545) of the platform.
import ical, { type ICalCalendar, type ICalCalendarMethod } from 'ical-generator';

/** How often a calendar program should fetch the feed. */
const REFRESH_SECONDS = 3600;

/** The library does not escape the name of the calendar, so the characters that iCalendar reserves are escaped here. */
const escapeText = (text: string): string =>
  text.replace(/\p{Cc}+/gu, ' ').replace(/[\\;,]/g, (character) => `\\${character}`);

/** @param product what kind of calendar it is, for the product identifier */
export const createCalendar = (name: string, product: string): ICalCalendar =>
  ical({
    name: escapeText(name),
    prodId: { company: 'Rostrum', product, language: 'EN' },
    ttl: REFRESH_SECONDS,
  });

/** A message about entries (RFC 5546), which has no name: a program would make a calendar of it. */
export const createMessage = (method: ICalCalendarMethod, product: string): ICalCalendar =>
  ical({ method, prodId: { company: 'Rostrum', product, language: 'EN' } });
