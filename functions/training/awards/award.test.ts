// Tests the rules of awards (docs/interface/training.md#awards, #award-defaults, #award-list).
import { describe, expect, it } from 'vitest';
import { applyAwardInput, assertNotInUse, awardSort, buildAward } from './award.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-03-02T12:00:00Z');
const clerk = buildAward('1', { name: 'Clerk', price: 10, tags: ['a', 'a', 'b'] }, undefined, now);

describe('a new award', () => {
  it('is active, requires approval and allows no self-registration by default', () => {
    expect(clerk).toMatchObject({ isActive: true, requiresApproval: true, allowSelfRegistration: false });
    const input = { isActive: false, requiresApproval: false, allowSelfRegistration: true };
    expect(buildAward('2', { name: 'Given', ...input }, undefined, now)).toMatchObject(input);
    expect(buildAward('3', { name: 'Null', requiresApproval: null }, undefined, now).requiresApproval).toBe(
      true,
    );
  });

  it('has each tag once, and no field that the input does not have', () => {
    expect(clerk.tags).toEqual(['a', 'b']);
    expect(clerk.description).toBeUndefined();
    expect(clerk).toMatchObject({ version: 1, activeRegistrations: 0, createdDate: now.toISOString() });
  });
});

describe('an input applied to an award', () => {
  it('keeps fields that are absent', () => {
    expect(applyAwardInput(clerk, { name: 'Registrar' }, undefined, later)).toEqual({
      ...clerk,
      name: 'Registrar',
      version: 2,
      modifiedDate: later.toISOString(),
    });
  });

  it('clears fields that are null or blank, but never the name or the flags', () => {
    const cleared = { name: null, price: null, description: '', tags: null, isActive: null };
    const bare = applyAwardInput({ ...clerk, description: 'x' }, cleared, undefined, later);
    expect(bare).toMatchObject({ name: 'Clerk', isActive: true, tags: [] });
    expect(bare.price).toBeUndefined();
    expect(bare.description).toBeUndefined();
  });

  it('stores the given parts of a validity period, zero included; no parts mean no expiry', () => {
    const period = (validityPeriod: Parameters<typeof applyAwardInput>[1]['validityPeriod']) =>
      applyAwardInput(clerk, { validityPeriod }, undefined, later).validityPeriod;
    expect(period({ years: 2, months: null })).toEqual({ years: 2 });
    expect(period({ years: 0, days: 30 })).toEqual({ years: 0, days: 30 });
    expect(period({})).toBeUndefined();
    expect(period(null)).toBeUndefined();
  });

  it('stores the colour in upper case', () => {
    expect(applyAwardInput(clerk, { hexNameColor: '#ff5733' }, undefined, later).hexNameColor).toBe(
      '#FF5733',
    );
  });
});

describe('an award', () => {
  it('is not removable while it has active registrations', () => {
    expect(() => assertNotInUse(clerk)).not.toThrow();
    const busy = { ...clerk, activeRegistrations: 1 };
    expect(() => assertNotInUse(busy)).toThrow(/^Clerk has 1 active registration;/);
  });

  it('is not removable while people hold it, because their credentials refer to it', () => {
    expect(() => assertNotInUse({ ...clerk, heldCertifications: 0 })).not.toThrow();
    expect(() => assertNotInUse({ ...clerk, heldCertifications: 2 })).toThrow(
      /2 certifications of Clerk .* inactive/,
    );
  });

  it('is sorted by its name without regard to case and accents, then by its id', () => {
    expect(awardSort({ name: 'Élan Vital', id: '7' })).toBe('elan-vital#7');
  });
});
