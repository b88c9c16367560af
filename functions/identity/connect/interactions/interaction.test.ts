// Which step follows in a sign-in (OpenID Connect Core 3.1.2.1; docs/interface/identity.md#sign-in-page).
import { describe, expect, it } from 'vitest';
import type { AuthorizationRequest } from '../requests/authorization-request.ts';
import { decideStep, getLongestAge, type InteractionGoal, type StepFacts } from './interaction.ts';

const now = 1_800_000_000;
const acr = { password: 'urn:rostrum:acr:password', twoFactors: 'urn:rostrum:acr:two-factors' };

const ask = (request: Partial<AuthorizationRequest> = {}): InteractionGoal => ({
  kind: 'authorization',
  request: {
    ...{ redirectUri: 'https://app.example/', responseMode: 'query', clientId: 'app', scopes: [] },
    ...{ prompt: [], acrValues: [], ...request },
  },
});
const visit = (page: Partial<Extract<InteractionGoal, { kind: 'page' }>> = {}): InteractionGoal => ({
  kind: 'page',
  path: '/',
  ...page,
});

type Session = NonNullable<StepFacts['session']>;
const signedIn = (session: Partial<Session> = {}): Session => ({
  ...{ authTime: now, amr: ['pwd'], tenantCodes: ['quill'], unreached: [], hasLost: false },
  ...session,
});

const decide = (facts: Partial<StepFacts>) =>
  decideStep({
    goal: ask(),
    needsSecondFactor: false,
    session: signedIn(),
    isFresh: false,
    hasSetUp: false,
    requiresFactor: () => false,
    fixedTenantCode: undefined,
    chosenTenantCode: undefined,
    hasConsented: false,
    needsConsent: () => false,
    now,
    ...facts,
  });

const done = { kind: 'done', tenantCode: 'quill' };
const again = { kind: 'sign-in' };

describe('a person signs in', () => {
  it('where there is no session', () => {
    expect(decide({ session: undefined })).toEqual(again);
    expect(decide({ session: undefined, isFresh: true })).toEqual(again);
    expect(decide({})).toEqual(done);
  });

  it('with a second factor before a session begins', () => {
    expect(decide({ session: undefined, needsSecondFactor: true })).toEqual({ kind: 'second-factor' });
  });

  it.each([
    [0, done],
    [60, done],
    [61, again],
  ])('again after %i seconds, where max_age is 60', (age, step) => {
    const session = signedIn({ authTime: now, provedAt: now - age });
    expect(decide({ goal: ask({ maxAge: 60 }), session })).toEqual(step);
    expect(decide({ goal: ask({ maxAge: 60 }), session, isFresh: true })).toEqual(done);
    const page = decide({ goal: visit({ maxAge: 60 }), session });
    expect(page).toEqual(step === done ? { kind: 'done', tenantCode: undefined } : again);
  });

  it.each(['login', 'select_account'] as const)('again where the prompt is %s', (prompt) => {
    expect(decide({ goal: ask({ prompt: [prompt] }) })).toEqual(again);
    expect(decide({ goal: ask({ prompt: [prompt] }), isFresh: true })).toEqual(done);
  });

  it('once, however long ago, where nothing asks for more', () => {
    const session = signedIn({ authTime: 0 });
    expect(decide({ session })).toEqual(done);
    expect(decide({ goal: visit(), session })).toEqual({ kind: 'done', tenantCode: undefined });
  });
});

describe('a person enters', () => {
  const session = signedIn({ tenantCodes: ['quill', 'alder'] });

  it('the only workspace, or chooses one of several', () => {
    expect(decide({})).toEqual(done);
    expect(decide({ session })).toEqual({ kind: 'workspace', tenantCodes: ['quill', 'alder'] });
    expect(decide({ session: signedIn({ tenantCodes: [] }) })).toEqual({ kind: 'no-access' });
  });

  it('the one of the client, or else of the request, or else the chosen one', () => {
    const named = { goal: ask({ tenantCode: 'alder' }), session };
    expect(decide({ session, chosenTenantCode: 'alder' })).toEqual({ kind: 'done', tenantCode: 'alder' });
    expect(decide({ ...named, chosenTenantCode: 'quill' })).toEqual({ kind: 'done', tenantCode: 'alder' });
    expect(decide({ ...named, fixedTenantCode: 'quill' })).toEqual(done);
  });

  it('one that the sign-in does not reach once the person has signed in anew', () => {
    const limited = signedIn({ unreached: ['alder'] });
    const named = { session: limited, fixedTenantCode: 'alder' };
    expect(decide(named)).toEqual({ kind: 'sign-in' });
    expect(decide({ ...named, isFresh: true })).toEqual({ kind: 'no-access' });
    expect(decide({ session: { ...limited, tenantCodes: [] } })).toEqual({ kind: 'sign-in' });
    expect(decide({ session: limited })).toEqual(done);
  });

  it('one that the person chooses, also the only one, where an access ended in the session', () => {
    const lost = signedIn({ unreached: ['alder'], hasLost: true });
    expect(decide({ session: lost })).toEqual({ kind: 'workspace', tenantCodes: ['quill'] });
    expect(decide({ session: lost, chosenTenantCode: 'quill' })).toEqual(done);
    expect(decide({ session: lost, fixedTenantCode: 'quill' })).toEqual(done);
  });

  it('none that is not among theirs', () => {
    expect(decide({ fixedTenantCode: 'alder' })).toEqual({ kind: 'no-access' });
    expect(decide({ session, goal: ask({ tenantCode: 'elm' }) })).toEqual({ kind: 'no-access' });
  });
});

describe('two factors', () => {
  const both = { acrValues: [acr.twoFactors] };

  it.each([
    ['asked for alone', [acr.twoFactors], true],
    ['asked for with values that nobody knows', ['urn:other', acr.twoFactors], true],
    ['one of several classes', [acr.twoFactors, acr.password], false],
    ['not asked for', ['urn:other'], false],
    ['not asked for at all', [], false],
  ])('are needed where they are %s', (_, acrValues, isNeeded) => {
    const step = { kind: 'set-up', factor: 'any', by: 'request' };
    expect(decide({ goal: ask({ acrValues }) })).toEqual(isNeeded ? step : done);
  });

  it('are set up by one who has just signed in', () => {
    const old = signedIn({ authTime: now - 601 });
    const step = { kind: 'set-up', factor: 'any', by: 'request' };
    expect(decide({ goal: ask(both), session: signedIn({ authTime: now - 600 }) })).toEqual(step);
    expect(decide({ goal: ask(both), session: old })).toEqual(again);
    expect(decide({ goal: ask(both), session: old, isFresh: true })).toEqual(step);
  });

  it('are there', () => {
    expect(decide({ goal: ask(both), session: signedIn({ amr: ['pwd', 'otp', 'mfa'] }) })).toEqual(done);
  });

  it("are the matter of a tenant's provider, which may not give them", () => {
    const session = signedIn({ amr: ['fed'] });
    expect(decide({ goal: ask(both), session })).toEqual(again);
    expect(decide({ goal: ask(both), session, isFresh: true })).toEqual({ kind: 'unmet' });
    expect(decide({ session, requiresFactor: () => true })).toEqual(done);
  });

  it('are needed in a workspace that requires them', () => {
    const requiresFactor = (code: string) => code === 'quill';
    const step = { kind: 'set-up', factor: 'any', by: 'workspace' };
    expect(decide({ requiresFactor })).toEqual(step);
    expect(decide({ requiresFactor, session: signedIn({ tenantCodes: ['alder'] }) })).toMatchObject({
      kind: 'done',
    });
    expect(decide({ requiresFactor, session: signedIn({ amr: ['mfa'] }) })).toEqual(done);
  });

  it('are set up on the way to a page, once', () => {
    const goal = visit({ setsUp: 'passkey' });
    expect(decide({ goal })).toEqual({ kind: 'set-up', factor: 'passkey', by: 'person' });
    expect(decide({ goal, session: signedIn({ authTime: now - 601 }) })).toEqual(again);
    expect(decide({ goal, hasSetUp: true })).toEqual({ kind: 'done', tenantCode: undefined });
    expect(decide({ goal: visit() })).toEqual({ kind: 'done', tenantCode: undefined });
  });
});

describe('a person is asked', () => {
  const question = { kind: 'consent', tenantCode: 'quill' };
  const needsConsent = (code: string) => code === 'quill';

  it('where they have not allowed it in the workspace before', () => {
    expect(decide({ needsConsent })).toEqual(question);
    expect(decide({ needsConsent, hasConsented: true })).toEqual(done);
    expect(decide({ needsConsent, session: signedIn({ tenantCodes: ['alder'] }) })).toMatchObject({
      kind: 'done',
    });
  });

  it('where the prompt is consent', () => {
    expect(decide({ goal: ask({ prompt: ['consent'] }) })).toEqual(question);
    expect(decide({ goal: ask({ prompt: ['consent'] }), hasConsented: true })).toEqual(done);
  });
});

describe('a sign-in elsewhere may be as long ago as', () => {
  it.each<[string, InteractionGoal, boolean, ReturnType<typeof getLongestAge>]>([
    ['anything, where nothing is said', ask(), false, undefined],
    ['anything, for a page', visit(), false, undefined],
    ['the request says', ask({ maxAge: 60 }), false, { maxAge: 60, mustRepeat: false }],
    ['the request says, also not at all', ask({ maxAge: 0 }), false, { maxAge: 0, mustRepeat: false }],
    ['the page says', visit({ maxAge: 60 }), false, { maxAge: 60, mustRepeat: false }],
    [
      'ten minutes, where it must be repeated',
      ask({ prompt: ['login'] }),
      false,
      { maxAge: 600, mustRepeat: true },
    ],
    ['the request says, where it is repeated', ask({ maxAge: 60 }), true, { maxAge: 60, mustRepeat: true }],
    ['ten minutes, for a page where it is repeated', visit(), true, { maxAge: 600, mustRepeat: true }],
  ])('%s', (_, goal, isAgain, expected) => {
    expect(getLongestAge(goal, isAgain)).toEqual(expected);
  });
});
