// How strong a sign-in was, and how tokens say it (RFC 8176, OpenID Connect Core 2).
import { describe, expect, it } from 'vitest';
import {
  buildAuthenticationClaims,
  getContextClass,
  getProofTime,
  getStrength,
  readFederatedMethods,
  supportedContexts,
} from './authentication-context.ts';

describe('a sign-in', () => {
  it.each([
    [['pwd'], 'password', 'urn:rostrum:acr:password'],
    [['pwd', 'otp', 'mfa'], 'two-factors', 'urn:rostrum:acr:two-factors'],
    [['pop', 'user', 'mfa'], 'two-factors', 'urn:rostrum:acr:two-factors'],
    [['fed'], 'provider', 'urn:rostrum:acr:provider'],
    [['fed', 'pwd'], 'provider', 'urn:rostrum:acr:provider'],
    // The provider says that it took two.
    [['fed', 'mfa'], 'two-factors', 'urn:rostrum:acr:two-factors'],
    // An earlier version stored no methods.
    [[], 'provider', 'urn:rostrum:acr:provider'],
  ])('by %j is as strong as %s', (amr, strength, context) => {
    expect(getStrength(amr)).toBe(strength);
    expect(getContextClass(amr)).toBe(context);
    expect(supportedContexts).toContain(context);
  });

  it('was proved at the provider of a tenant where that was earlier (auth_time)', () => {
    expect(getProofTime({ authTime: 200 })).toBe(200);
    expect(getProofTime({ authTime: 200, provedAt: 100 })).toBe(100);
    expect(getProofTime({ authTime: 200, provedAt: 0 })).toBe(0);
  });

  it('is told by three claims (RFC 9068 2.2.1)', () => {
    expect(buildAuthenticationClaims({ authTime: 200, provedAt: 100, amr: ['fed', 'mfa'] })).toEqual({
      auth_time: 100,
      acr: 'urn:rostrum:acr:two-factors',
      amr: ['fed', 'mfa'],
    });
  });
});

describe('the methods that a provider states', () => {
  it('are the words of RFC 8176, each once, after one for the provider', () => {
    const words =
      'face fpt geo hwk iris kba mca mfa otp pin pop pwd rba retina sc sms swk tel user vbm wia'.split(' ');
    expect(readFederatedMethods([...words, 'pwd'])).toEqual(['fed', ...words]);
  });

  it.each([[undefined], [null], ['mfa'], [{ 0: 'mfa' }], [[7, null, 'MFA', 'mfa2', 'xmfa', '', 'fed']]])(
    'are none in %j',
    (amr) => expect(readFederatedMethods(amr)).toEqual(['fed']),
  );
});
