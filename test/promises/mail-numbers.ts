// Broadcasts, bounces, and how often somebody gets mail.
import {
  addBounce,
  type Frequency,
  findRefusal,
  pauseDays,
  SOFT_BOUNCES,
  type Standing,
} from '../../shared/mail-consent/consent.ts';
import { atLeast, later, many, oneMillisecond, type PromisedNumber, start } from './promised-number.ts';

const communication = 'docs/interface/communication.md';
const day = 86_400_000;

const recipient = { isActive: true, email: 'a@b.example', choices: [], standing: {} } as const;

/** Whether somebody gets a broadcast some days after the last one. */
const getsAfter = (frequency: Frequency, days: number): boolean =>
  findRefusal(
    { ...recipient, choices: [{ frequency }], lastBroadcast: start.toISOString() },
    { listIds: [] },
    later(days * day),
  ) === undefined;

const bounce = (standing: Standing, isHard: boolean): Standing =>
  addBounce(standing, { isHard }, start.toISOString());

export const mailNumbers: readonly PromisedNumber[] = [
  {
    says: { [communication]: 'five soft bounces in a row' },
    promised: 5,
    declared: SOFT_BOUNCES,
    exercised: atLeast((count) => {
      const bounces = many(count, () => false);
      return bounces.reduce<Standing>(bounce, {}).suppressed !== undefined;
    }),
  },
  {
    says: { [communication]: 'one broadcast in 7 or 30 days' },
    promised: 7,
    declared: pauseDays.weekly,
    exercised: atLeast((days) => getsAfter('weekly', days), oneMillisecond.days),
  },
  {
    says: { [communication]: 'one broadcast in 7 or 30 days' },
    promised: 30,
    declared: pauseDays.monthly,
    exercised: atLeast((days) => getsAfter('monthly', days), oneMillisecond.days),
  },
];
