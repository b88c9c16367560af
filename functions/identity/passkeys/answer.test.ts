// What a browser says of a passkey (WebAuthn 5.1), and how many an account may have.
import { describe, expect, it } from 'vitest';
import type { FactorItem, Passkey } from '../../../shared/auth/sign-in/second-factor.ts';
import { addPasskey, checkPasskeyLimit, maxPasskeys, readAnswer, replacePasskey } from './answer.ts';

const passkey = (id: string, name = 'Key'): Passkey => ({
  ...{ id, name, publicKey: 'k', counter: 0, transports: [], createdDate: '2027-03-01T12:00:00.000Z' },
});
const read = (credential: unknown) => readAnswer(JSON.stringify(credential));

describe('an answer', () => {
  it('names the passkey, and the user where it says so', () => {
    const userHandle = Buffer.from('user-1').toString('base64url');
    const credential = { id: 'abc', response: { userHandle, other: 1 } };
    expect(read(credential)).toStrictEqual({ credential, credentialId: 'abc', userId: 'user-1' });
    for (const response of [undefined, null, 'x', {}, { userHandle: 7 }, { userHandle: null }])
      expect(read({ id: 'abc', response })).toMatchObject({ credentialId: 'abc', userId: undefined });
  });

  it('has an id of up to 1500 characters, and a user of up to 200', () => {
    expect(read({ id: 'x'.repeat(1500) })).toBeDefined();
    expect(read({ id: 'x'.repeat(1501) })).toBeUndefined();
    const response = (length: number) => ({ id: 'a', response: { userHandle: 'A'.repeat(length) } });
    expect(read(response(200))?.userId).toHaveLength(150);
    expect(read(response(201))).toMatchObject({ userId: undefined });
  });

  it.each([undefined, '', '{', 'null', '7', '"id"', '[]', '{}', '{"id":7}', '{"id":null}'])(
    'is none: %s',
    (text) => {
      expect(readAnswer(text)).toBeUndefined();
    },
  );
});

describe('the passkeys of an account', () => {
  const many = Array.from({ length: maxPasskeys }, (_, index) => passkey(`${index}`));

  it('are ten at most', () => {
    expect(maxPasskeys).toBe(10);
    expect(() => checkPasskeyLimit(many.slice(1))).not.toThrow();
    expect(() => checkPasskeyLimit(many)).toThrow(
      expect.objectContaining({
        status: 409,
        message: 'An account has at most 10 passkeys: remove one first.',
      }),
    );
    expect(addPasskey(many.slice(1), passkey('new'))).toEqual([...many.slice(1), passkey('new')]);
    expect(() => addPasskey(many, passkey('new'))).toThrow(/at most 10/);
  });

  it('are one for an id: a new one takes its place', () => {
    expect(addPasskey(many, passkey('0', 'Again'))).toEqual([...many.slice(1), passkey('0', 'Again')]);
  });

  it('are changed one by one when they are used', () => {
    const factor = { type: 'second-factor', userId: 'u', recoveryCodes: [], version: 1 } satisfies FactorItem;
    const [one, other] = [passkey('1'), passkey('2')];
    const used = passkey('2', 'Used');
    expect(replacePasskey({ ...factor, passkeys: [one, other] }, used)).toStrictEqual({
      ...factor,
      passkeys: [one, used],
    });
    expect(replacePasskey(factor, used)).toStrictEqual({ ...factor, passkeys: [] });
  });
});
