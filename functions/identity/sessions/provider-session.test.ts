import { beforeAll, expect, it } from 'vitest';
import { openPlatformStore } from '../../../shared/data/store.ts';
import {
  insertProviderSession,
  maxHintLength,
  openIdToken,
  type ProviderSessionItem,
} from './provider-session.ts';
import { buildSession } from './session.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
});

const details = { id: 's', userId: 'u', address: '::1', userAgent: undefined, isRemembered: false };
const origin = { authTime: 1, amr: ['fed'], providerTenant: 'demo', providerSubject: 'hash' };
const session = { ...buildSession({ ...details, ...origin }, new Date('2027-01-01')), hash: 'h' };
const provider = { issuer: 'https://login.example.org', sub: 'grace', sid: undefined };

/** What is stored of a sign-in with such an ID token. */
function store(idToken: string, endSessionEndpoint: string | undefined = `${provider.issuer}/end`) {
  const signIn = { ...provider, endSessionEndpoint, idToken };
  const [change] = insertProviderSession(openPlatformStore(), session, signIn, 'the cookie');
  return change?.action.Put?.Item as unknown as ProviderSessionItem;
}

it('an ID token is kept for the sign-out as far as an address takes it, and opened by the cookie alone', () => {
  const longest = 'a'.repeat(maxHintLength);
  expect(openIdToken(store(longest), 'the cookie')).toBe(longest);
  expect(store(longest).sealedIdToken).not.toContain('aaaa');
  expect(openIdToken(store(longest), 'another cookie')).toBeUndefined();
  expect(openIdToken(store(longest), undefined)).toBeUndefined();
  expect(store(`${longest}a`).sealedIdToken).toBeUndefined();
});

it('no ID token is kept where the provider has no address for a sign-out', () => {
  const signIn = { ...provider, endSessionEndpoint: undefined, idToken: 'one' };
  const [change] = insertProviderSession(openPlatformStore(), session, signIn, 'the cookie');
  expect(change?.action.Put?.Item?.sealedIdToken).toBeUndefined();
});
