// What a tenant's look may load: its logo, and nothing that its address could add to the policy.
import { describe, expect, it } from 'vitest';
import { buildLogoPolicy } from './brand.ts';

describe('the policy of a logo', () => {
  it.each([
    [undefined, []],
    ['https://cascadia.example/logo.png', ['img-src https://cascadia.example']],
    ['https://a.example;sandbox/logo.png', ["img-src 'none'"]],
    ['https://a.example,x/logo.png', ["img-src 'none'"]],
  ])('for %s admits its origin alone', (logoUrl, policy) =>
    expect(buildLogoPolicy({ logoUrl })).toEqual(policy),
  );
});
