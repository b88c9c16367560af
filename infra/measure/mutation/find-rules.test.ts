// Which files `npm run mutate` changes: those that decide without reading, writing or waiting.
import { describe, expect, it } from 'vitest';
import { BadArguments } from '../../command/command-line.ts';
import { projectFolder } from '../../contracts/registry.ts';
import { readArguments } from './arguments.ts';
import { findRules } from './find-rules.ts';
import { subjects } from './subjects.ts';

const find = (...places: string[]) => findRules(projectFolder, places);

describe('the files with rules', () => {
  it('of a folder are not its tests, schemas, contracts and stores, nor what reads the database', () => {
    const { rules, others } = find('functions/training/discount-codes');
    expect(rules).toEqual(['functions/training/discount-codes/discount-code.ts']);
    for (const name of ['contract', 'schemas', 'store', 'redemption', 'get-discount-code'])
      expect(others).toContain(`functions/training/discount-codes/${name}.ts`);
    expect([...rules, ...others].filter((file) => file.includes('.test.'))).toEqual([]);
  });

  it('may be in a file that reads the database too, when it is named', () => {
    const file = 'functions/training/discount-codes/redemption.ts';
    expect(find(file)).toEqual({ rules: [file], others: [] });
  });

  it('are found once, in whatever way they are named', () => {
    expect(find('shared/money/amount.ts', 'shared/money/').rules).toEqual(find('shared/money').rules);
  });

  it.each(Object.keys(subjects))('of %s exist', (subject) => {
    expect(find(subject).rules.length).toBeGreaterThan(0);
  });

  it.each([
    ['nowhere', 'There is no folder or file nowhere.'],
    ['infra/aws', 'infra/aws is not in functions/ or shared/'],
    ['functions/training/discount-codes/contract.ts', 'contains no rules'],
    ['functions/training/settings/types/get-credit-type.ts', 'contains no rules'],
  ])('are refused for %s: %s', (place, message) => {
    expect(() => find(place)).toThrow(BadArguments);
    expect(() => find(place)).toThrow(message);
  });
});

it('at least one place is named, and no unknown option', () => {
  expect(readArguments(['money', 'shared/time'])).toEqual(['money', 'shared/time']);
  expect(readArguments(['--help'])).toBeUndefined();
  expect(() => readArguments([])).toThrow('Name a subject, a folder or a file.');
  expect(() => readArguments(['--fast', 'money'])).toThrow(BadArguments);
});
