// The settings of training that are not lists: what a new class starts with, when certifications are renewed.
import type { Key, TenantStore } from '../../../../shared/data/store.ts';

/** What a class has where its own settings say nothing. */
export interface RegistrationDefaults {
  /**
   * How long an offered seat is held, in hours (docs/interface/training.md#waitlist: 48 by default); 0 confirms it at
   * once.
   */
  readonly offerHours: number;
  /** Whether a registration that awaits approval holds a seat. */
  readonly pendingHoldsSeat: boolean;
  /** Whether somebody who was denied may register again for the same class. */
  readonly mayReapplyAfterDenial: boolean;
  readonly waitlistSize: number;
  /** Days before a class at which its registrants are reminded. */
  readonly reminderDays: readonly number[];
}

export interface CertificationDefaults {
  /** Days after the last valid day in which credits still count and the certification can still be renewed. */
  readonly graceDays: number;
  /** Days before the last valid day from which it can be renewed. */
  readonly renewalOpensDays: number;
  /** Days before the last valid day at which its holder is told. */
  readonly reminderDays: readonly number[];
}

/** The settings of training as the table holds them. The fiscal year and access are settings of the tenant itself. */
export interface TrainingSettingsItem {
  readonly type: 'training-settings';
  readonly id: 'training-settings';
  /** ISO 4217. */
  readonly currency: string;
  readonly registration: RegistrationDefaults;
  readonly certification: CertificationDefaults;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** What a tenant starts with. */
export const defaultTrainingSettings: TrainingSettingsItem = {
  type: 'training-settings',
  id: 'training-settings',
  currency: 'USD',
  registration: {
    offerHours: 48,
    pendingHoldsSeat: true,
    mayReapplyAfterDenial: true,
    waitlistSize: 0,
    reminderDays: [7, 1],
  },
  certification: { graceDays: 30, renewalOpensDays: 90, reminderDays: [90, 60, 30, 7] },
  version: 0,
  createdDate: '1970-01-01T00:00:00.000Z',
  modifiedDate: '1970-01-01T00:00:00.000Z',
  schemaVersion: 1,
};

export const trainingSettingsKey = (tenant: TenantStore): Key<TrainingSettingsItem> =>
  tenant.key('TRAINING-SETTINGS', 'SETTINGS');

/** The tenant's settings of training, or what a tenant starts with. One read. */
export const loadTrainingSettings = async (tenant: TenantStore): Promise<TrainingSettingsItem> =>
  (await tenant.get(trainingSettingsKey(tenant))) ?? defaultTrainingSettings;
