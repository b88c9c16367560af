// A platform that delivers, and a receiver of its webhooks, for the tests of a file.
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type DeliveriesPlatform, startDeliveriesPlatform } from './deliveries-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface WebhookDeliveries {
  readonly service: DeliveriesPlatform;
  readonly receiver: WebhookReceiver;
  /** Subscribes the receiver; the subscription is deleted after the test. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies that were validated against their schema
  subscribeWebhook(body?: object): Promise<any>;
  /** Deletes a subscription after the test. */
  deleteLater(id: string): void;
}

/** Starts both before the tests of the file that calls it. */
export function useWebhookDeliveries(): WebhookDeliveries {
  let service: DeliveriesPlatform;
  let receiver: WebhookReceiver;
  const createdIds: string[] = [];
  beforeAll(async () => {
    [service, receiver] = await Promise.all([startDeliveriesPlatform(), startWebhookReceiver()]);
  });
  afterEach(async () => {
    for (const id of createdIds.splice(0)) await service.call('DELETE', `event/subscription/${id}`);
    receiver.answer = 200;
    receiver.received.length = 0;
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });
  return {
    get service() {
      return service;
    },
    get receiver() {
      return receiver;
    },
    async subscribeWebhook(body = {}) {
      const channel = { type: 'webhook', url: receiver.url };
      const subscription = await service.subscribe({ channel, ...body });
      createdIds.push(subscription.id);
      return subscription;
    },
    deleteLater: (id) => void createdIds.push(id),
  };
}
