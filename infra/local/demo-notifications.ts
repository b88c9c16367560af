// What the demo tenants say in their own words, and what some of their people were told before: of what the other demo
// data holds, and with links to it.
import type { NotificationKind } from '../../functions/training/notifications/notification-kinds.ts';
import type { PreferenceInput } from '../../functions/training/notifications/preferences.ts';
import type { TemplateInput } from '../../functions/training/notifications/template.ts';

/** What somebody was told, so many days before the day of seeding. */
interface DemoNotification {
  readonly kind: NotificationKind;
  readonly daysAgo: number;
  readonly message: string;
  /** The record it leads to, by the key it has in the demo data. */
  readonly link: { readonly type: 'registration' | 'award'; readonly key: string };
}

/** The notifications of a demo tenant; people by the keys of the demo directory. */
interface DemoNotifications {
  readonly templates: Readonly<Partial<Record<NotificationKind, TemplateInput>>>;
  readonly preferences: Readonly<Record<string, readonly PreferenceInput[]>>;
  readonly told: Readonly<Record<string, readonly DemoNotification[]>>;
}

const cascadia: DemoNotifications = {
  templates: {
    registrationConfirmed: {
      subject: 'See you in class: {{className}}',
      line: 'You have a seat in {{className}}. See you there!',
    },
  },
  preferences: {
    ben: [{ kind: 'creditsGranted', mail: false }],
    farah: [{ kind: 'approvalAsked', app: true, mail: true }],
  },
  told: {
    ada: [
      {
        kind: 'creditsGranted',
        daysAgo: 12,
        message: 'You have earned credits: 4 Ethics.',
        link: { type: 'award', key: 'finance' },
      },
      {
        kind: 'creditsGranted',
        daysAgo: 9,
        message: 'You have earned credits: 2.5 General.',
        link: { type: 'award', key: 'finance' },
      },
    ],
    dora: [
      {
        kind: 'registrationConfirmed',
        daysAgo: 55,
        message: 'Your registration for Public Meetings Law, winter is confirmed.',
        link: { type: 'registration', key: 'dora meetings-law-past' },
      },
      {
        kind: 'creditsGranted',
        daysAgo: 40,
        message: 'You have earned credits: 1.25 General.',
        link: { type: 'award', key: 'finance' },
      },
    ],
    grace: [
      {
        kind: 'approvalAsked',
        daysAgo: 2,
        message: 'Hiro Tanaka asks for your approval to attend Ethics in Office, live online.',
        link: { type: 'registration', key: 'hiro ethics-online' },
      },
    ],
    hiro: [
      {
        kind: 'registrationPending',
        daysAgo: 2,
        message: 'Your registration for Ethics in Office, live online awaits approval.',
        link: { type: 'registration', key: 'hiro ethics-online' },
      },
    ],
  },
};

const harbor: DemoNotifications = {
  templates: {
    registrationConfirmed: { subject: 'The guild is expecting you: {{className}}' },
  },
  preferences: { omar: [{ kind: 'creditsGranted', mail: false }] },
  told: {
    quinn: [
      {
        kind: 'registrationConfirmed',
        daysAgo: 14,
        message: 'Your registration for Agency Law for Waterfront Brokers is confirmed.',
        link: { type: 'registration', key: 'quinn agency-law-spring' },
      },
    ],
  },
};

/** By tenant code. */
export const demoNotifications: Readonly<Record<string, DemoNotifications>> = { demo: cascadia, harbor };
