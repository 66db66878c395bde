import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getPush, subscribePush, unsubscribePush } from '#services/contract/messages/push.ts';
import { queryOf, useCall, useMutation } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';

const WORKER = '/notice-worker.js';

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Bytes of a base64url text: browsers that are older take no text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** Asks for permission and subscribes. Undefined when the person does not allow it. */
async function subscription(public_key: string) {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(public_key) };
  const made = await registration.pushManager.subscribe(options);
  const { endpoint, keys } = made.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : undefined;
}

/** Turns notices to this browser on and off. */
export function PushDevice() {
  const { t } = useLocale('messages-settings');
  const query = useQuery(queryOf(getPush, {}));
  return (
    <Section title={t('push.title')} text={t('push.text')}>
      {isSupported() ? (
        <Loaded query={query} skeleton={<Skeleton height={36} width={200} />}>
          {({ public_key, subscribed }) => <Switcher publicKey={public_key} isOn={subscribed} />}
        </Loaded>
      ) : (
        <Text c="dimmed">{t('push.unsupported')}</Text>
      )}
    </Section>
  );
}

function Switcher({ publicKey, isOn }: { publicKey: string; isOn: boolean }) {
  const { t } = useLocale('messages-settings');
  const subscribe = useCall(subscribePush);
  const unsubscribe = useCall(unsubscribePush);
  const begin = useMutation({
    mutationFn: async () => {
      const made = await subscription(publicKey);
      if (made) subscribe.mutate(made);
    },
  });
  const isDenied = Notification.permission === 'denied';
  return (
    <Group gap="md">
      <Text>{t(isOn ? 'push.on' : isDenied ? 'push.denied' : 'push.off')}</Text>
      {isOn ? (
        <Button variant="default" loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate({})}>
          {t('push.end')}
        </Button>
      ) : (
        <Button
          disabled={isDenied}
          loading={begin.isPending || subscribe.isPending}
          onClick={() => begin.mutate()}
        >
          {t('push.begin')}
        </Button>
      )}
    </Group>
  );
}
