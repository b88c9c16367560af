// Schemas that the entries of a training record have in common.
import * as z from 'zod';
import { creditModes } from '../../attendance-mode.ts';

/** A calendar day in the time zone of the tenant. */
export const day = z.iso.date().meta({ example: '2027-03-01' });

/** An id of the platform. */
export const reference = z.guid().toLowerCase();

/** A note of the person who recorded an entry. */
export const note = z.string().trim().max(1000).nullish();

/** How credits were earned, in a request. */
export const creditMode = z.enum(creditModes).nullish().meta({
  description: 'How the credits were earned; rules of an award may count only some of a mode.',
});

/** Grants credits although the course gives none again so soon. */
export const retakeOverride = {
  override: z.boolean().nullish().meta({
    description:
      'Grants the credits although the course gave the person credits within its period; needs the permission OverrideRegistration and a reason, which is recorded with the credits.',
  }),
  reason: z.string().trim().max(1000).nullish().meta({ description: 'The reason for the override.' }),
} as const;

/** When and why an entry was voided. */
export const voidFields = {
  voidedDate: day.optional().meta({ description: 'The day it was voided; voided records do not count.' }),
  voidReason: z.string().optional(),
} as const;

export const VoidRequest = z
  .object({ reason: z.string().trim().min(1).max(1000) })
  .meta({ id: 'VoidRequest' });
