// What bundles have of the SDK. That its client sends and returns the same as all of the SDK is compared in shared/data/sdk.
import { afterEach, expect, it, vi } from 'vitest';
import { leaveOut, needsWholeSdk } from './lean-sdk.ts';

afterEach(() => vi.unstubAllEnvs());

it('leaves imports out of a module, and refuses one that is not there', () => {
  const text = 'import { a, b as c, d, } from "x";\nexport const e = () => c(a);';
  const left = leaveOut(text, { c: 'refuse', d: 'undefined' });
  expect(left).toContain('import { a} from "x";');
  expect(left).toContain('const c = refuse;\nconst d = undefined;');
  expect(() => leaveOut(text, { b: 'refuse' })).toThrow('does not import b');
});

it.each([
  ['in the partition aws', { region: 'eu-west-1' }, false],
  ['in another one', { region: 'cn-north-1' }, true],
  ['where a variable asks for it', { region: 'eu-west-1', variables: { DYNAMODB_SDK: 'default' } }, true],
])('needs all of the SDK or not: %s', (_, environment, needs) => {
  expect(needsWholeSdk({ variables: {}, ...environment })).toBe(needs);
});

it('asks the CDK for a region that is not declared', () => {
  vi.stubEnv('CDK_DEFAULT_REGION', 'us-gov-west-1');
  expect(needsWholeSdk({ variables: {} })).toBe(true);
});
