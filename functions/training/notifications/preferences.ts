// A person's notification preferences: for each kind, whether it is sent by mail and listed in the app.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { type NotificationKind, notificationKindNames, notificationKinds } from './notification-kinds.ts';

/** The channels of a notification. */
interface Channels {
  readonly mail: boolean;
  readonly app: boolean;
}

/** Stored preferences; kinds that were never set are absent. */
interface PreferencesItem {
  readonly type: 'notification-preferences';
  readonly kinds: Readonly<Partial<Record<NotificationKind, Channels>>>;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
}

export const preferencesKey = (tenant: TenantStore, personId: string): Key<PreferencesItem> =>
  tenant.key(`NOTIFICATIONS#${personId}`, 'PREFERENCES');

/** The channels for a kind of notification; both by default. */
export const channelsFor = (preferences: PreferencesItem | undefined, kind: NotificationKind): Channels =>
  preferences?.kinds[kind] ?? { mail: true, app: true };

/** The sent channels for one kind of notification. */
export interface PreferenceInput {
  readonly kind: NotificationKind;
  readonly mail?: boolean | null | undefined;
  readonly app?: boolean | null | undefined;
}

/** Applies the sent channels to the preferences. */
export function applyPreferencesInput(
  before: PreferencesItem | undefined,
  inputs: readonly PreferenceInput[],
  now: Date,
): PreferencesItem {
  const kinds: Partial<Record<NotificationKind, Channels>> = { ...before?.kinds };
  for (const { kind, mail, app } of inputs) {
    const current = kinds[kind] ?? { mail: true, app: true };
    kinds[kind] = { mail: mail ?? current.mail, app: app ?? current.app };
  }
  const moment = now.toISOString();
  return {
    type: 'notification-preferences',
    kinds,
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
  };
}

/** Presents the preferences for every kind of notification, in the order of a registration's life cycle. */
export const presentPreferences = (preferences: PreferencesItem | undefined) =>
  notificationKindNames.map((kind) => ({
    kind,
    description: notificationKinds[kind],
    ...channelsFor(preferences, kind),
  }));
