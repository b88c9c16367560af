// What the demo tenants subscribe to: a digest, a calendar feed, a screen, and a paused webhook with a dead letter.
import type {
  Channel,
  SubscribedChanges,
  SubscriptionFilter,
} from '../../../functions/billtracking/events/subscriptions/subscription.ts';

export interface DemoSubscription {
  readonly name: string;
  readonly filter: Partial<SubscriptionFilter>;
  readonly what: SubscribedChanges;
  readonly channel: Channel;
  /** Paused: nothing is sent to an address that does not exist. */
  readonly isPaused?: boolean;
  /** The address of its channel has not yet confirmed that it agrees to get mail. */
  readonly isAsked?: boolean;
}

/** By the code of the tenant, by key. */
export const demoSubscriptions: Readonly<Record<string, Readonly<Record<string, DemoSubscription>>>> = {
  demo: {
    digest: {
      name: 'Monday hearings for county staff',
      filter: { stateIds: [53], trackedOnly: true },
      what: { events: true, bills: ['status', 'position'] },
      channel: {
        type: 'mail',
        email: 'policy@cascadia.example',
        digest: { frequency: 'weekly', weekday: 1, hour: 7, timeZone: 'America/Los_Angeles' },
      },
    },
    calendar: {
      name: 'Olympia calendar',
      filter: { stateIds: [53] },
      what: { events: true, bills: [] },
      channel: { type: 'calendar' },
    },
    screen: {
      name: 'Front desk screen',
      filter: { eventTypes: ['HEARING', 'VOTE'] },
      what: { events: true, bills: [] },
      channel: { type: 'push' },
    },
    webhook: {
      name: 'County intranet',
      filter: { stateIds: [53] },
      what: { events: true, bills: ['status', 'action', 'position'] },
      channel: {
        type: 'webhook',
        url: 'https://intranet.cascadia.example/hooks/bills',
        email: 'webmaster@cascadia.example',
      },
      isPaused: true,
      isAsked: true,
    },
  },
  harbor: {
    digest: {
      name: 'Annapolis every morning',
      filter: { stateIds: [24] },
      what: { events: true, bills: ['action'] },
      channel: {
        type: 'mail',
        email: 'legislation@harborguild.example',
        digest: { frequency: 'daily', hour: 8, timeZone: 'America/New_York' },
      },
    },
    calendar: {
      name: 'General Assembly dates',
      filter: { stateIds: [24], trackedOnly: true },
      what: { events: true, bills: [] },
      channel: { type: 'calendar' },
    },
  },
};
