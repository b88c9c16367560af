// Passwords that attackers try first: common ones, and patterns of keys, dates, sequences and repetitions (zxcvbn).
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that fall within this many guesses are refused: zxcvbn's scores 0 and 1, "too" and "very guessable". */
const minScore = 2;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Whether a password is common, or a pattern that is guessed within a million tries.
 * @param words those that whoever knows the person tries first, in lower case
 */
export const isCommonPassword = (password: string, words: readonly string[]): boolean =>
  // What stands between two words is guessed with them.
  [password, password.replace(/[^\p{L}\p{N}]+/gu, '')].some(
    (text) => estimator.check(text, [...words]).score < minScore,
  );
