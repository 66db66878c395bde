import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { type ApiRefusal, EC } from '../../../api/refusal.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { loadTexts } from '../../../language/load-texts.ts';

const ID = 'bind-first';

/** Says what an action needs, and leads to it; the page stays as it is. */
export async function askToBind(refusal: ApiRefusal): Promise<void> {
  await loadTexts(['accounts']);
  const leave = () => notifications.hide(ID);
  notifications.show({
    id: ID,
    color: 'orange',
    autoClose: false,
    message: (
      <Stack gap={4}>
        <Text size="sm">{refusal.message}</Text>
        {refusal.ec === EC.bindPhone ? (
          <AnchorLink to="/bind" search={{ type: 'phone', redirect: 1 }} onClick={leave} size="sm">
            {i18next.t('accounts:bind.phone')}
          </AnchorLink>
        ) : (
          <AnchorLink to="/setting/account" onClick={leave} size="sm">
            {i18next.t('accounts:bind.toSettings')}
          </AnchorLink>
        )}
      </Stack>
    ),
  });
}
