import { describe, test } from 'vitest';
import { newPerson, somebody } from '#ops/actors/people.ts';
import { keptPictureOf } from '../../seen.ts';
import { onEngine } from '../engine-stage.ts';
import { ENGINES } from '../engines.ts';

describe.each(ENGINES)('in %s', (name) => {
  const stage = onEngine(name);

  test('a page that was opened offline is loaded again, with its texts', async () => {
    const noor = somebody('Noor');
    await newPerson(stage.base(), noor);
    const tab = await stage.tab();
    const { t } = tab;
    await tab.signIn(noor);
    await tab.go('/setting/account');
    await tab.sees(t('accounts:setting.profile'));
    tab.cut();
    await tab.press('link', t('shell:nav.messages'));
    await tab.sees(t('shell:state.again'));
    await keptPictureOf(tab.picture, `${name}-disconnected`);
    tab.mend();
    await tab.press('button', t('shell:state.again'));
    await tab.sees(t('messages:title'));
    // What could not be loaded is the subject of this step.
    tab.troubles.splice(0);
  });
});
