// Every number that the documents promise.
import { accountNumbers } from './account-numbers.ts';
import { billtrackingNumbers } from './billtracking-numbers.ts';
import { crmNumbers } from './crm-numbers.ts';
import { fileNumbers } from './file-numbers.ts';
import { mailNumbers } from './mail-numbers.ts';
import { platformNumbers } from './platform-numbers.ts';
import type { PromisedNumber } from './promised-number.ts';
import { recordNumbers } from './record-numbers.ts';
import { searchNumbers } from './search-numbers.ts';
import { signInNumbers } from './sign-in-numbers.ts';
import { streamNumbers } from './stream-numbers.ts';
import { tokenNumbers } from './token-numbers.ts';
import { trainingNumbers } from './training-numbers.ts';

export const listPromises = (): readonly PromisedNumber[] => [
  ...signInNumbers,
  ...accountNumbers,
  ...tokenNumbers,
  ...platformNumbers,
  ...recordNumbers,
  ...crmNumbers,
  ...billtrackingNumbers,
  ...fileNumbers,
  ...mailNumbers,
  ...searchNumbers,
  ...trainingNumbers,
  ...streamNumbers,
];
