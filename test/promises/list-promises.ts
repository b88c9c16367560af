// Every number that the documents promise.
import { accountNumbers } from './account-numbers.ts';
import { mailNumbers } from './mail-numbers.ts';
import type { PromisedNumber } from './promised-number.ts';
import { recordNumbers } from './record-numbers.ts';
import { signInNumbers } from './sign-in-numbers.ts';
import { trainingNumbers } from './training-numbers.ts';

export const listPromises = (): readonly PromisedNumber[] => [
  ...signInNumbers,
  ...accountNumbers,
  ...recordNumbers,
  ...mailNumbers,
  ...trainingNumbers,
];
