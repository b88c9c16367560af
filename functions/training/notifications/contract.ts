// Notifications: what a person was told, and how they wish to be told (docs/interface/training.md#notifications).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../shared/http/lenient.ts';
import { listHeaders, listQuery } from '../listing.ts';
import { notificationKindNames } from './notification-kinds.ts';

const Kind = z
  .enum(notificationKindNames)
  .meta({ description: 'The occasion.', example: 'registrationConfirmed' });

const Notification = z
  .strictObject({
    id: z.string().meta({ description: "Its number among the caller's own.", example: '12' }),
    kind: Kind,
    message: z.string().meta({ example: 'Your registration for Budget Basics is confirmed.' }),
    link: z
      .strictObject({
        type: z.enum(['class', 'registration', 'award', 'certification']),
        id: z.string(),
      })
      .optional()
      .meta({ description: 'The record it leads to.' }),
    createdDate: z.iso.datetime().meta({ description: 'When what it tells happened.' }),
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
        mail: z.boolean().meta({ description: 'Whether a mail is sent.' }),
        app: z.boolean().meta({ description: 'Whether it stands among the notifications.' }),
      }),
    ),
  })
  .meta({ id: 'NotificationPreferences', description: 'For every occasion how the caller is told of it.' });

const PreferencesRequest = z
  .object({
    preferences: z
      .array(z.object({ kind: Kind, mail: z.boolean().nullish(), app: z.boolean().nullish() }))
      .min(1)
      .max(100),
  })
  .meta({ id: 'NotificationPreferencesRequest', description: 'Only what is sent is changed.' });

const { page, pageSize } = listQuery(['createdDate']);

const shared = {
  area: 'training',
  tags: ['Notifications'],
  // Notifications are one's own: nobody reads another person's.
  access: { permission: 'own', token: 'required' },
} as const;

export const listNotifications = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Notifications',
  summary: "List the caller's notifications, the newest first",
  query: z.object({
    page,
    pageSize,
    unreadOnly: optionalBoolean().meta({ description: 'Only those that were not read.', example: false }),
  }),
  responses: {
    200: {
      description: 'A page of notifications.',
      body: z.array(Notification),
      headers: { ...listHeaders, 'X-Unread-Count': 'How many were not read.' },
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
  responses: { 200: { description: 'The notification as it is now.', body: Notification } },
  refuses: ['RESOURCE_NOT_FOUND'],
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
      description: 'How many there were to read.',
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
  summary: 'Get how the caller is told of each occasion',
  responses: { 200: { description: 'The preferences.', body: Preferences } },
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateNotificationPreferences = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Notifications/Preferences',
  summary: 'Change how the caller is told of some occasions',
  description:
    'An occasion that is told neither by mail nor in the app is not told at all. What is not sent stays.',
  body: PreferencesRequest,
  responses: { 200: { description: 'The preferences as they are now.', body: Preferences } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 1 },
  example: { body: { preferences: [{ kind: 'creditsGranted', mail: false }] } },
});
