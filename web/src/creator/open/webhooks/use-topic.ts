import { useTranslation } from 'react-i18next';
import type { WebhookTopic } from '#services/contract/open/topics.ts';

/** Names topics in the language of the page. */
export function useTopic(): (topic: string) => string {
  const { t } = useTranslation('open-webhooks');
  return (topic) => t(`topic.${(topic as WebhookTopic).replace('.', '_') as 'order'}`);
}

/** The host of an address, which names it for people. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
