// What the demo tenants say in their own words, and what some of their people were told before.
import type { NoticeKind } from '../../functions/training/notifications/notice-kinds.ts';
import type { PreferenceWish } from '../../functions/training/notifications/preferences.ts';
import type { TemplateChange } from '../../functions/training/notifications/template.ts';

/** The notifications of a demo tenant; people by the keys of the demo directory. */
interface DemoNotifications {
  readonly templates: Readonly<Partial<Record<NoticeKind, TemplateChange>>>;
  readonly preferences: Readonly<Record<string, readonly PreferenceWish[]>>;
  readonly told: Readonly<Record<string, readonly { readonly kind: NoticeKind; readonly message: string }[]>>;
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
      { kind: 'creditsGranted', message: 'You have earned credits: 6 General.' },
      { kind: 'awardEarned', message: 'You have everything that New Commissioner Orientation asks for.' },
      { kind: 'approvalAsked', message: 'Ben Okafor asks for your approval to attend Ethics in Office.' },
    ],
  },
};

const harbor: DemoNotifications = {
  templates: {
    registrationConfirmed: { subject: 'The guild is expecting you: {{className}}' },
  },
  preferences: { omar: [{ kind: 'creditsGranted', mail: false }] },
  told: {
    cleo: [{ kind: 'approvalAsked', message: 'Quinn Abernathy would like to attend Agency Law.' }],
  },
};

/** By tenant code. */
export const demoNotifications: Readonly<Record<string, DemoNotifications>> = { demo: cascadia, harbor };
