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
  ['23:59', '23:59'],
  ['0:00', '00:00'],
  ['12:00 am', '00:00'],
  ['12:30PM', '12:30'],
  ['0:30 AM', undefined],
  ['1:30 PM', '13:30'],
  ['12:59 a', '00:59'],
  [' 9:05 ', '09:05'],
  ['9:05:7', undefined],
  ['9:5', undefined],
  ['109:05', undefined],
  ['at 9:05', undefined],
  ['9:05 xm', undefined],
  ['9:05 PM sharp', undefined],
  ['9.05', undefined],
])('%s is parsed as %s', (sent, time) => {
  expect(parseClockTime(sent)).toBe(time);
});
