// The rules of the engagement score (docs/interface/crm.md#engagement).
import { describe, expect, it } from 'vitest';
import { buildSettings } from './build-settings.ts';
import { defaultSettings } from './record/rules.ts';

describe('the rules that a request asks for', () => {
  it('are as a tenant starts with them where nothing is sent, and a rule that is sent is enabled', () => {
    expect(buildSettings({ rules: [] })).toEqual(defaultSettings);
    expect(buildSettings({ rules: [{ rule: 'contacts', points: 9, decay: 'linear' }] })).toEqual({
      ...defaultSettings,
      contacts: { ...defaultSettings.contacts, isEnabled: true, points: 9, decay: 'linear' },
    });
    expect(buildSettings({ rules: [{ rule: 'contacts', isEnabled: false }] }).contacts.isEnabled).toBe(false);
  });

  it('have a window only where what they count has a day', () => {
    expect(buildSettings({ rules: [{ rule: 'contacts', days: 30 }] }).contacts.days).toBe(30);
    expect(buildSettings({ rules: [{ rule: 'contacts', days: null }] }).contacts.days).toBeNull();
    expect(() => buildSettings({ rules: [{ rule: 'relationships', days: 30 }] })).toThrow('has no day');
  });

  it('decay only within a window', () => {
    expect(() => buildSettings({ rules: [{ rule: 'contacts', days: null, decay: 'linear' }] })).toThrow(
      'has no window',
    );
    expect(() => buildSettings({ rules: [{ rule: 'relationships', decay: 'linear' }] })).toThrow(
      'has no window',
    );
  });

  it('are each sent once', () => {
    expect(() => buildSettings({ rules: [{ rule: 'contacts' }, { rule: 'contacts' }] })).toThrow(
      'contacts is sent twice',
    );
  });
});
