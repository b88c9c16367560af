// When reports pause a broadcast (docs/interface/communication.md#broadcasts).
import { expect, it } from 'vitest';
import { findRisk } from './find-risk.ts';

const isPaused = (sent: number, hardBounced: number, complained = 0): boolean =>
  findRisk({ sent, hardBounced, complained }) !== undefined;

it('hard bounces pause it at five in a hundred mails, from ten on', () => {
  expect([isPaused(200, 10), isPaused(200, 9), isPaused(201, 10), isPaused(20, 9), isPaused(20, 10)]).toEqual(
    [true, false, false, false, true],
  );
});

it('complaints pause it at one in a thousand mails, from three on', () => {
  expect([isPaused(3000, 0, 3), isPaused(3001, 0, 3), isPaused(100, 0, 2), isPaused(100, 0, 3)]).toEqual([
    ...[true, false, false, true],
  ]);
});

it('the reason says how many of how many, and what to do', () => {
  expect(findRisk({ sent: 100, hardBounced: 12, complained: 4 })).toMatch(
    /^Of 100 mails 12 came back .* and 4 were reported as unwanted\. .* resume/,
  );
  expect(findRisk({})).toBeUndefined();
});
