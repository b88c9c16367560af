// Times of day as existing callers write and read them (docs/interface/training.md#class-times).
import { expect, it } from 'vitest';
import { formatClockTime, parseClockTime } from './clock-time.ts';

it.each([
  ['13:00', '1:00 PM'],
  ['00:05', '12:05 AM'],
  ['12:00', '12:00 PM'],
  ['09:30', '9:30 AM'],
])('%s is formatted as %s, and parsed back', (time, formatted) => {
  expect(formatClockTime(time)).toBe(formatted);
  expect(parseClockTime(formatted)).toBe(time);
});

it.each([
  ['9:30', '09:30'],
  ['09:30:00', '09:30'],
  ['1:00 p.m.', '13:00'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['13:00 PM', undefined],
  ['noon', undefined],
])('%s is parsed as %s', (sent, time) => {
  expect(parseClockTime(sent)).toBe(time);
});
