// Environments as cdk.json declares them, and the addresses of their areas.
import { describe, expect, it } from 'vitest';
import { ConfigurationError, getAreaAddresses, hasAddresses, parseEnvironment } from './environment.ts';

describe('an environment', () => {
  it('needs only a name, and its addresses are then reserved names (RFC 2606)', () => {
    const environment = parseEnvironment('dev', { dev: {} });
    expect(environment).toMatchObject({ name: 'dev', architecture: 'arm64', logDays: 30 });
    expect(hasAddresses(environment)).toBe(false);
    expect(getAreaAddresses(environment).crm).toBe('https://dev.rostrum.invalid/crm');
  });

  it('has every area below its domain', () => {
    const domain = {
      name: 'api.example.org',
      certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one',
    };
    const environment = parseEnvironment('prod', { prod: { domain } });
    expect(hasAddresses(environment)).toBe(true);
    expect(getAreaAddresses(environment).identity).toBe('https://api.example.org/identity');
  });

  it('uses declared addresses without a trailing slash', () => {
    const addresses = { crm: 'https://one.example.org/crm/' };
    const environment = parseEnvironment('dev', { dev: { addresses } });
    expect(getAreaAddresses(environment).crm).toBe('https://one.example.org/crm');
    expect(hasAddresses(environment)).toBe(false);
  });

  it.each([
    ['an unknown name', 'live', { dev: {} }, /There is no environment live .* one of dev/],
    ['a wrong account', 'dev', { dev: { account: '12' } }, /dev\.account: 12 digits/],
    ['an unknown value', 'dev', { dev: { colour: 'red' } }, /colour/],
    ['no environments', 'dev', undefined, /context\.environments/],
  ])('with %s is refused with a message', (_, name, all, message) => {
    expect(() => parseEnvironment(name, all)).toThrow(ConfigurationError);
    expect(() => parseEnvironment(name, all)).toThrow(message);
  });
});
