import { SegmentedControl, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import {
  bindAccount,
  changeAccountNo,
  checkChangeOldCode,
  sendBindCode,
  sendChangeNewCode,
  sendChangeOldCode,
} from '#services/contract/accounts/binding.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { CodeField } from '../../../components/codes/code-field.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { AccountField } from '../sign-in/account-fields.tsx';
import { AccountForm } from '../sign-in/account-form.tsx';
import { useAccountRules } from '../sign-in/account-rules.ts';
import type { BindType } from './bind-types.ts';

const route = getRouteApi('/bind');

type Kind = 'email' | 'phone';
type Own = Record<Kind, string>;

const kindOf = (type: BindType): Kind => (type.endsWith('email') ? 'email' : 'phone');

/** Adds the first phone number or email address, or replaces it: a code to an own one, then one to the new one. */
export function BindPage() {
  const { type } = route.useSearch();
  const account = useQuery(queryOf(getMyAccount, {}, { select: ({ account: own }) => own }));
  /** Of the first step; lost with the page. */
  const [proof, setProof] = useState('');
  const [isDone, setDone] = useState(false);
  const step = useStep();
  const leave = useLeave();
  const kind = kindOf(type);
  const onDone = () => {
    // What is bound from now on is no next step of this page.
    setDone(true);
    return leave();
  };
  return (
    <Loaded query={account} height={480} ready={!isDone}>
      {(own) => {
        if (own[kind] === '' && proof === '') return <BindForm key={kind} kind={kind} onDone={onDone} />;
        if (proof !== '' && type.startsWith('new_')) {
          const onProofEnded = () => {
            setProof('');
            void step(`old_${kind}`);
          };
          return <NewForm key={kind} kind={kind} proof={proof} onDone={onDone} onProofEnded={onProofEnded} />;
        }
        if (!type.startsWith('old_'))
          return <Navigate to="/bind" search={(search) => ({ ...search, type: `old_${kind}` })} replace />;
        const onProof = (found: string) => {
          setProof(found);
          return step(`new_${kind}`);
        };
        return <OldForm kind={kind} own={own} onProof={onProof} />;
      }}
    </Loaded>
  );
}

/** Another step of the same way. */
function useStep() {
  const navigate = route.useNavigate();
  return (type: BindType) => navigate({ search: (search) => ({ ...search, type }), replace: true });
}

/** Back to the page that asked for a phone, else to the settings. */
function useLeave() {
  const { redirect } = route.useSearch();
  const router = useRouter();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries();
    if (redirect === 1 && router.history.canGoBack()) router.history.back();
    else await navigate({ to: '/setting/account', replace: true });
  };
}

function ToSettings() {
  const { t } = useTranslation('accounts');
  return <AnchorLink to="/setting/account">{t('bind.toSettings')}</AnchorLink>;
}

function NewAccountField({ kind, ...input }: { kind: Kind }) {
  const { t } = useTranslation('accounts');
  return (
    <AccountField
      label={t(kind === 'phone' ? 'setting.phone' : 'setting.email')}
      type={kind === 'phone' ? 'tel' : 'email'}
      autoComplete={kind === 'phone' ? 'tel' : 'email'}
      {...input}
    />
  );
}

interface FormProps {
  kind: Kind;
  onDone: () => Promise<void>;
}

function BindForm({ kind, onDone }: FormProps) {
  const { t } = useTranslation('accounts');
  const { account, code } = useAccountRules();
  const send = useCall(sendBindCode, { quiet: true, refresh: false });
  const form = useServerForm({
    initialValues: { account: '', code: '' },
    validate: { account, code },
    send: useCall(bindAccount, { quiet: true, refresh: false }),
    requestOf: (typed) => ({ account: typed.account.trim(), code: typed.code.trim() }),
    saved: t('bind.done'),
    onDone,
  });
  return (
    <AccountForm
      title={t(kind === 'phone' ? 'bind.phone' : 'bind.email')}
      text={t(kind === 'phone' ? 'bind.phoneText' : 'bind.emailText')}
      submit={t('bind.submit')}
      form={form}
      other={<ToSettings />}
    >
      <NewAccountField kind={kind} {...form.getInputProps('account')} />
      <CodeField
        scene="bind"
        form={form}
        call={send}
        requestOf={({ account: to }) => ({ account: to, account_type: kind })}
      />
    </AccountForm>
  );
}

interface OldProps {
  kind: Kind;
  own: Own;
  onProof: (proof: string) => Promise<void>;
}

/** The first step of a change. A person who lost the phone can use the email address, and the other way round. */
function OldForm({ kind, own, onProof }: OldProps) {
  const { t } = useTranslation('accounts');
  const kinds = (['phone', 'email'] as const).filter((one) => own[one] !== '');
  const [by, setBy] = useState<Kind>(own[kind] === '' ? (kinds[0] ?? kind) : kind);
  return (
    <OldCodeForm key={by} kind={kind} by={by} account={own[by]} onProof={onProof}>
      {kinds.length > 1 && (
        <SegmentedControl
          fullWidth
          aria-label={t('bind.by')}
          value={by}
          onChange={(value) => setBy(value === 'email' ? 'email' : 'phone')}
          data={kinds.map((one) => ({ value: one, label: t(`setting.${one}`) }))}
        />
      )}
    </OldCodeForm>
  );
}

interface OldCodeProps extends Pick<OldProps, 'kind' | 'onProof'> {
  by: Kind;
  account: string;
  children: ReactNode;
}

function OldCodeForm({ kind, by, account, onProof, children }: OldCodeProps) {
  const { t } = useTranslation('accounts');
  const { code } = useAccountRules();
  const send = useCall(sendChangeOldCode, { quiet: true, refresh: false });
  const form = useServerForm({
    initialValues: { account, code: '' },
    validate: { code },
    send: useCall(checkChangeOldCode, { quiet: true, refresh: false }),
    requestOf: (typed) => ({ account_type: by, code: typed.code.trim() }),
    onDone: ({ code_old_account }) => onProof(code_old_account),
  });
  return (
    <AccountForm
      title={t(kind === 'phone' ? 'bind.changePhone' : 'bind.changeEmail')}
      text={t('bind.oldText')}
      submit={t('bind.next')}
      form={form}
      other={<ToSettings />}
    >
      {children}
      <Text className="figures">{t('bind.codeTo', { account })}</Text>
      <CodeField
        scene="change-old"
        form={form}
        call={send}
        requestOf={() => ({ account_type: by })}
        refusedAt="code"
      />
    </AccountForm>
  );
}

interface NewProps extends FormProps {
  proof: string;
  onProofEnded: () => void;
}

/** The second step; it goes back to the first when the proof has ended. */
function NewForm({ kind, proof, onDone, onProofEnded }: NewProps) {
  const { t } = useTranslation('accounts');
  const { account, code } = useAccountRules();
  const send = useCall(sendChangeNewCode, { quiet: true, refresh: false });
  const onRefused = (error: unknown) => {
    if (isRefusal(error, EC.confirmOld)) onProofEnded();
  };
  const form = useServerForm({
    initialValues: { account: '', code: '' },
    validate: { account, code },
    send: useCall(changeAccountNo, { quiet: true, refresh: false }),
    requestOf: (typed) => ({
      account: typed.account.trim(),
      code: typed.code.trim(),
      code_old_account: proof,
    }),
    saved: t('bind.changed'),
    onDone,
    onRefused,
  });
  return (
    <AccountForm
      title={t(kind === 'phone' ? 'bind.newPhone' : 'bind.newEmail')}
      text={t('bind.newText')}
      submit={t('bind.change')}
      form={form}
      other={<ToSettings />}
    >
      <NewAccountField kind={kind} {...form.getInputProps('account')} />
      <CodeField
        scene="change-new"
        form={form}
        call={send}
        requestOf={({ account: to }) => ({ account: to, account_type: kind, code_old_account: proof })}
        onRefused={onRefused}
      />
    </AccountForm>
  );
}
