// Every number that the documents promise: the code declares it, and what happens just before, at and just after it.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { listPromises } from './list-promises.ts';
import type { Exercise, PromisedNumber } from './promised-number.ts';

// Writes name the table; none is sent.
beforeAll(() => {
  process.env.TABLE_NAME = 'promises';
});

const describePromise = ({ says }: PromisedNumber): string => {
  const [[file, phrase] = []] = Object.entries(says);
  return `${file}: "${[phrase].flat()[0]}"`;
};

/** Whether a file has a test with this name. */
const hasTest = (file: string, name: string): boolean =>
  // The last one is a test of a table.
  ['it', 'test', ')'].some((word) => readFileSync(file, 'utf8').includes(`${word}('${name}', `));

function tryExercise(exercise: Exercise, promised: number): void {
  if (exercise.kind === 'test')
    it(`is tried by ${exercise.file}`, () => expect(hasTest(exercise.file, exercise.test)).toBe(true));
  else
    it.each(exercise.build(promised))('holds $name', async ({ run, expected }) =>
      expect(await run()).toEqual(expected),
    );
}

describe.each(listPromises().map((promise) => [describePromise(promise), promise] as const))(
  '%s',
  (_, { promised, declared, exercised }) => {
    it('is what the code declares', () => expect(declared).toBe(promised));
    for (const exercise of [exercised].flat()) tryExercise(exercise, promised);
  },
);

/** Whether code calls something else than arithmetic. */
const callsRule = (code: string): boolean =>
  /(?<![.\w])(?!Number\b|Math\b|String\b)[a-zA-Z]\w*(?:\.\w+)*\(/.test(
    code.replace(/^(?:async )?(?:function \w*)?\(.*?\) *(?:=>|\{)/s, ''),
  );

it('no row compares a constant with itself', () => {
  const idle = listPromises().filter(({ exercised }) =>
    [exercised].flat().some((each) => each.kind === 'trials' && !callsRule(each.code ?? 'tries()')),
  );
  expect(idle.map(describePromise)).toEqual([]);
  expect(['() => MAX', '() => Math.round(MAX / 60)', '() => Number(MAX)'].filter(callsRule)).toEqual([]);
});
