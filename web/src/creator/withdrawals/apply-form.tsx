import { Badge, Button, EmptyState, Group, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { methodOfType } from '#events/status.ts';
import type { WithdrawInfo } from '#services/contract/withdrawals/withdraw-methods.ts';
import type { Balance } from '#services/contract/withdrawals/withdrawals.ts';
import { MoneyInput } from '../../components/forms/money-input.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { amountWithin } from './amount.ts';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { type Usable, usableMethods, withdrawInfoQuery } from './withdraw-methods.ts';

/** How much, and where to; then it is confirmed. */
export function ApplyForm({ balance }: { balance: Balance }) {
  const { t, formats } = useLocale('withdrawals');
  const query = useQuery(withdrawInfoQuery);
  return (
    <Section
      title={t('apply.title')}
      text={t('apply.text', { money: formats.money(balance.available) })}
      aside={
        <AnchorLink to="/setting/payment" size="sm">
          {t('apply.manage')}
        </AnchorLink>
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={180} radius="md" />}>
        {(info) => <Fields balance={balance} info={info} />}
      </Loaded>
    </Section>
  );
}

function Fields({ balance, info }: { balance: Balance; info: WithdrawInfo }) {
  const { t, formats } = useLocale('withdrawals');
  const usable = usableMethods(info);
  const standard = methodOfType(info.default);
  const [chosen, setChosen] = useState<string>(standard);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const [confirming, setConfirming] = useState<{ amount: string; to: Usable }>();
  const { available, smallest } = balance;
  const to = usable.find(({ method }) => method === chosen) ?? usable[0];
  if (to === undefined) return <NoMethod />;
  if (Number(available) < Number(smallest)) {
    return (
      <Text c="dimmed" style={{ whiteSpace: 'pre-line' }}>
        {t('apply.tooLittle', { min: formats.money(smallest) })}
        {Number(balance.pending) > 0 && `\n${t('why.next', { time: formats.dateTime(balance.next_time) })}`}
      </Text>
    );
  }
  const bounds = { min: formats.money(smallest), max: formats.money(available) };
  const next = () => {
    const amount = amountWithin(typed, smallest, available);
    setWrong(amount === undefined);
    if (amount !== undefined) setConfirming({ amount, to });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Stack gap="md">
        <Group align="flex-end" gap="xs">
          <MoneyInput
            flex="1 1 200px"
            maw={360}
            label={t('apply.amount')}
            description={t('apply.amountHint', bounds)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={wrong ? t('apply.error.amount', bounds) : undefined}
            inputWrapperOrder={['label', 'description', 'error', 'input']}
          />
          <Button
            variant="light"
            onClick={() => {
              setTyped(available);
              setWrong(false);
            }}
          >
            {t('apply.all')}
          </Button>
        </Group>
        <Radio.Group label={t('apply.to')} value={to.method} onChange={setChosen}>
          <Stack gap="sm" mt={4}>
            {usable.map(({ method, name, account }) => (
              <Radio
                key={method}
                value={method}
                label={
                  <Group component="span" gap={8}>
                    {t(`apply.method.${method}`)}
                    {method === standard && <Badge component="span">{t('apply.default')}</Badge>}
                  </Group>
                }
                description={`${account} · ${name}`}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group>
          <Button type="submit">{t('apply.next')}</Button>
        </Group>
      </Stack>
      <ConfirmWithdrawal
        request={confirming}
        available={available}
        onClose={() => setConfirming(undefined)}
        onDone={() => {
          setConfirming(undefined);
          setTyped('');
        }}
      />
    </form>
  );
}

function NoMethod() {
  const { t } = useLocale('withdrawals');
  return (
    <EmptyState
      variant="light"
      py="md"
      icon={<IconWallet aria-hidden />}
      title={t('apply.noMethod')}
      description={t('apply.noMethodText')}
    >
      <EmptyState.Actions>
        <ButtonLink to="/setting/payment">{t('apply.setUp')}</ButtonLink>
      </EmptyState.Actions>
    </EmptyState>
  );
}
