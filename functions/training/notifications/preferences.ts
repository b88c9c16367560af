// A person's wishes for notifications: for each occasion whether it comes by mail and whether it stands in the app.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { type NotificationKind, notificationKindNames, notificationKinds } from './notification-kinds.ts';

/** The ways in which somebody can be told. */
interface Channels {
  readonly mail: boolean;
  readonly app: boolean;
}

/** Preferences as the table holds them: what was never said is absent. */
interface PreferencesItem {
  readonly type: 'notification-preferences';
  readonly kinds: Readonly<Partial<Record<NotificationKind, Channels>>>;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
}

export const preferencesKey = (tenant: TenantStore, personId: string): Key<PreferencesItem> =>
  tenant.key(`NOTIFICATIONS#${personId}`, 'PREFERENCES');

/** How somebody is told of an occasion: in both ways unless they said otherwise. */
export const channelsFor = (preferences: PreferencesItem | undefined, kind: NotificationKind): Channels =>
  preferences?.kinds[kind] ?? { mail: true, app: true };

/** What was sent for one occasion. */
export interface PreferenceInput {
  readonly kind: NotificationKind;
  readonly mail?: boolean | null | undefined;
  readonly app?: boolean | null | undefined;
}

/** The preferences with what was sent laid over them. */
export function applyPreferencesInput(
  before: PreferencesItem | undefined,
  wishes: readonly PreferenceInput[],
  now: Date,
): PreferencesItem {
  const kinds: Partial<Record<NotificationKind, Channels>> = { ...before?.kinds };
  for (const { kind, mail, app } of wishes) {
    const kept = kinds[kind] ?? { mail: true, app: true };
    kinds[kind] = { mail: mail ?? kept.mail, app: app ?? kept.app };
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

/** The preferences as the interface shows them: every occasion, in the order of a registration's life. */
export const presentPreferences = (preferences: PreferencesItem | undefined) =>
  notificationKindNames.map((kind) => ({
    kind,
    description: notificationKinds[kind],
    ...channelsFor(preferences, kind),
  }));
