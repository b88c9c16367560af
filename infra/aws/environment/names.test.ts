// The names of functions fit Lambda's limit in every environment, and stay distinct.
import { describe, expect, it } from 'vitest';
import { parseEnvironment } from './environment.ts';
import { getFunctionName } from './names.ts';

const environment = parseEnvironment('staging', { staging: {} });

describe("a function's name", () => {
  it('is environment, group and operation', () => {
    expect(getFunctionName(environment, 'crm', 'listPeople')).toBe('rostrum-staging-crm-listPeople');
  });

  // AWS Lambda API Reference, CreateFunction: 64 characters.
  it('that is too long is shortened to 64 characters, always in the same way, and stays unique', () => {
    const long = 'generateCreditsEarnedGroupByParticipants';
    const name = getFunctionName(environment, 'training', long);
    expect(name).toHaveLength(64);
    expect(name).toMatch(/^rostrum-staging-training-generateCreditsEarnedGroupByPart\w*-[0-9a-f]{6}$/);
    expect(getFunctionName(environment, 'training', long)).toBe(name);
    expect(getFunctionName(environment, 'training', `${long}s`)).not.toBe(name);
  });
});
