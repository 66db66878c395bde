import { Badge, Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeUserRight, type UserPanel as User } from '#services/contract/staff/users.ts';
import { useCall } from '../api/queries.ts';
import { Section } from '../components/section.tsx';
import { ChangeForm } from './change-form.tsx';

type Right = User['rights'][number];
const KINDS = ['usual', 'special', 'payment'] as const;

const useRight = () => useCall(changeUserRight, { quiet: true });

/** Rights and special lists of a person, in groups; each is given and taken with a reason. */
export function RightsPart({ user }: { user: User }) {
  const { t } = useTranslation('staff');
  const [chosen, setChosen] = useState<Right>();
  const close = () => setChosen(undefined);
  const nameOf = (name: string) => t(`users.right.${name}` as ParseKeys<'staff'>, { defaultValue: name });
  const named = (one: Right) => ({ name: nameOf(one.name) });
  return (
    <>
      {KINDS.filter((kind) => user.is_creator || kind === 'payment').map((kind) => (
        <Section key={kind} title={t(`users.rightsOf.${kind}`)} text={t(`users.rightsText.${kind}`)}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {user.rights
              .filter((one) => one.kind === kind)
              .map((one) => (
                <Group key={one.name} justify="space-between" wrap="nowrap" gap="sm">
                  <Stack gap={0} miw={0}>
                    <Text size="sm">{nameOf(one.name)}</Text>
                    <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
                      {one.name}
                    </Text>
                  </Stack>
                  <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
                    {one.granted !== (kind !== 'special') && (
                      <Badge color={kind === 'special' ? 'blue' : 'orange'}>
                        {t(one.granted ? 'users.isGiven' : 'users.isTaken')}
                      </Badge>
                    )}
                    <Button
                      size="xs"
                      variant={one.granted ? 'light' : 'default'}
                      aria-label={t(one.granted ? 'users.takeOf' : 'users.giveOf', named(one))}
                      onClick={() => setChosen(one)}
                    >
                      {t(one.granted ? 'users.take' : 'users.give')}
                    </Button>
                  </Group>
                </Group>
              ))}
          </SimpleGrid>
        </Section>
      ))}
      <Modal
        opened={chosen !== undefined}
        onClose={close}
        title={chosen && t(chosen.granted ? 'users.takeOf' : 'users.giveOf', named(chosen))}
      >
        {chosen !== undefined && (
          <ChangeForm
            yes={t(chosen.granted ? 'users.take' : 'users.give')}
            send={useRight}
            requestOf={(reason) => ({
              user_id: user.user_id,
              right: chosen.name,
              granted: !chosen.granted,
              reason,
            })}
            onDone={close}
          />
        )}
      </Modal>
    </>
  );
}
