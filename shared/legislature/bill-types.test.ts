// The types of bills and which legislature uses them.
import { expect, it } from 'vitest';
import { billTypeById, billTypes, billTypesByState, resolveBillType } from './bill-types.ts';
import { federal, states } from './states.ts';

it('ids are unique, and abbreviations are unique in a legislature', () => {
  expect(new Set(billTypes.map(({ id }) => id)).size).toBe(billTypes.length);
  for (const { id } of [federal, ...states]) {
    const abbreviations = billTypesByState(id).map(({ abbreviation }) => abbreviation);
    expect(new Set(abbreviations).size, `state ${id}`).toBe(abbreviations.length);
    expect(abbreviations.length).toBeGreaterThan(0);
  }
});

it('the same letters have the meaning of the legislature', () => {
  expect(resolveBillType(0, 'HR')).toMatchObject({ name: 'House Bill', classification: 'bill' });
  expect(resolveBillType(13, 'HR')).toMatchObject({ name: 'House Resolution', classification: 'resolution' });
  expect(resolveBillType(36, 's').name).toBe('Senate Bill');
  expect(resolveBillType(31, 'LB').chamber).toBe('legislature');
  expect(billTypeById(21)?.abbreviation).toBe('HB');
});

it('unknown letters have the general type of the classification', () => {
  expect(resolveBillType(53, 'XYZ')).toMatchObject({ id: 1, name: 'Bill' });
  expect(resolveBillType(53, 'XYZ', 'joint resolution').id).toBe(3);
  expect(resolveBillType(53, 'XYZ', 'unheard-of').id).toBe(1);
});

it('Nebraska has no types of a House, and California has those of an Assembly', () => {
  expect(billTypesByState(31).map(({ abbreviation }) => abbreviation)).toEqual(['LB', 'LR']);
  const california = billTypesByState(6).map(({ abbreviation }) => abbreviation);
  expect(california).toContain('AB');
  expect(california).not.toContain('HB');
});

it('the District of Columbia and the territories have their own types', () => {
  const lettersOf = (stateId: number) => billTypesByState(stateId).map(({ abbreviation }) => abbreviation);
  expect(lettersOf(11)).toEqual(['B', 'R', 'PR', 'CER']);
  expect(lettersOf(66)).toEqual(['B', 'R']);
  expect(lettersOf(78)).toEqual(['B', 'R']);
  expect(lettersOf(72).slice(0, 8)).toEqual(['PC', 'PS', 'RC', 'RS', 'RCC', 'RCS', 'RKC', 'RKS']);
  expect(lettersOf(72)).not.toContain('HB');
  // Local bills and initiatives come besides those of any legislature.
  expect(lettersOf(69)).toEqual(expect.arrayContaining(['HLB', 'SLI', 'HCOMMRES', 'HB', 'SB', 'HR', 'SJR']));
  expect(lettersOf(60)).toEqual(expect.arrayContaining(['HB', 'SB', 'HCR']));
  expect(resolveBillType(11, 'PR')).toMatchObject({ name: 'Proposed Resolution', chamber: 'legislature' });
  expect(resolveBillType(72, 'PC').classification).toBe('bill');
  expect(resolveBillType(69, 'SLI').classification).toBe('constitutional amendment');
  // A number of the Virgin Islands has no letters.
  expect(resolveBillType(78, '')).toMatchObject({ id: 231, classification: 'bill' });
  expect(resolveBillType(78, '', 'resolution').id).toBe(232);
  expect(resolveBillType(53, '').id).toBe(1);
});
