// A person's notifications, and how they prefer to get them (docs/interface/training.md#notifications).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../shared/http/lenient.ts';
import { listHeaders, listQuery } from '../listing/listing.ts';
import { notificationKindNames } from './notification-kinds.ts';

const Kind = z
  .enum(notificationKindNames)
  .meta({ description: 'What the notification is about.', example: 'registrationConfirmed' });

const Notification = z
  .strictObject({
    id: z
      .string()
      .meta({ description: "The number of the notification among the caller's own.", example: '12' }),
    kind: Kind,
    message: z.string().meta({ example: 'Your registration for Budget Basics is confirmed.' }),
    link: z
      .strictObject({
        type: z.enum(['class', 'registration', 'award', 'certification']),
        id: z.string(),
      })
      .optional()
      .meta({ description: 'The record that the notification links to.' }),
    action: z
      .strictObject({
        text: z.string().meta({ description: 'The text of a button.', example: 'Answer the offer' }),
        url: z.string().meta({
          description:
            'A page on which the recipient acts without signing in. It is a secret of the recipient.',
        }),
        expires: z.iso.datetime(),
      })
      .optional()
      .meta({ description: 'What the recipient can do about it, until it expires.' }),
    createdDate: z.iso.datetime().meta({ description: 'When the event happened.' }),
    isRead: z.boolean(),
    readDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'Notification' });

const Preferences = z
  .strictObject({
    preferences: z.array(
      z.strictObject({
        kind: Kind,
        description: z.string(),
        mail: z.boolean().meta({ description: 'Whether the person gets a mail.' }),
        app: z.boolean().meta({ description: 'Whether the notification is listed in the app.' }),
      }),
    ),
  })
  .meta({
    id: 'NotificationPreferences',
    description: "The caller's channels for each kind of notification.",
  });

const PreferencesRequest = z
  .object({
    preferences: z
      .array(z.object({ kind: Kind, mail: z.boolean().nullish(), app: z.boolean().nullish() }))
      .min(1)
      .max(100),
  })
  .meta({ id: 'NotificationPreferencesRequest', description: 'Only the kinds that are sent are changed.' });

const { page, pageSize } = listQuery(['createdDate']);

const shared = {
  area: 'training',
  tags: ['Notifications'],
  // A caller can only read their own notifications.
  access: { permission: 'own', token: 'required' },
} as const;

export const listNotifications = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Notifications',
  summary: "List the caller's notifications, newest first",
  query: z.object({
    page,
    pageSize,
    unreadOnly: optionalBoolean().meta({ description: 'Only unread notifications.', example: false }),
  }),
  responses: {
    200: {
      description: 'A page of notifications.',
      body: z.array(Notification),
      headers: { ...listHeaders, 'X-Unread-Count': 'The number of unread notifications.' },
    },
  },
  budget: { roundTrips: 3, readUnits: 4 },
  example: { query: { page: 1, pageSize: 10 } },
});

export const markNotificationRead = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Notifications/{id}/Read',
  summary: 'Mark a notification as read',
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'the number of a notification, such as 12')
      .meta({ description: 'The id of the notification.', example: '1' }),
  }),
  responses: { 200: { description: 'The updated notification.', body: Notification } },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 12 },
  example: { params: { id: '{{notificationId}}' } },
});

export const markAllNotificationsRead = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Notifications/ReadAll',
  summary: 'Mark all notifications as read',
  responses: {
    200: {
      description: 'How many notifications were unread.',
      body: z.strictObject({ read: z.int() }).meta({ id: 'NotificationsRead' }),
    },
  },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 1 },
  example: {},
});

export const getNotificationPreferences = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Notifications/Preferences',
  summary: "Get the caller's notification preferences",
  responses: { 200: { description: 'The preferences.', body: Preferences } },
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateNotificationPreferences = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Notifications/Preferences',
  summary: "Update the caller's notification preferences",
  description:
    'With both channels off, the caller is not notified. Kinds that are not sent keep their channels.',
  body: PreferencesRequest,
  responses: { 200: { description: 'The updated preferences.', body: Preferences } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 1 },
  example: { body: { preferences: [{ kind: 'creditsGranted', mail: false }] } },
});
