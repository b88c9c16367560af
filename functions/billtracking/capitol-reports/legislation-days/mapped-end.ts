// The last day of a session by its legislation days, which a resolution may move after the session was entered.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { dateOfDay } from './day-calculations.ts';
import { deadlineDay } from './legislation-days.ts';
import { legislationDaysBySession } from './store.ts';

/** The session, ending on the day of sine die where its map has that day. One read. */
export async function withMappedEnd(tenant: TenantStore, session: Session): Promise<Session> {
  const map = await legislationDaysBySession(tenant, session.id);
  const last = map && deadlineDay(map, 'sineDie');
  const endDate = map && last !== undefined ? dateOfDay(map, last) : undefined;
  return endDate === undefined ? session : { ...session, endDate };
}
