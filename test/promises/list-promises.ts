// Every number that the documents promise.
import { mailNumbers } from './mail-numbers.ts';
import type { PromisedNumber } from './promised-number.ts';
import { recordNumbers } from './record-numbers.ts';
import { signInNumbers } from './sign-in-numbers.ts';

export const listPromises = (): readonly PromisedNumber[] => [
  ...signInNumbers,
  ...recordNumbers,
  ...mailNumbers,
];
